import java.sql.*;
import java.util.*;

/** Reads a table through pgjdbc and prints what it saw, a line each: schema, table, column, and cells as the driver makes texts of them. */
public class ReadTable {
  static String quoted(String text) {
    if (text == null) return "null";
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 32) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  static List<String> list(ResultSet found, String column) throws SQLException {
    List<String> names = new ArrayList<>();
    while (found.next()) names.add(quoted(found.getString(column)));
    return names;
  }

  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("user", System.getenv("PGUSER"));
    properties.setProperty("password", System.getenv("PGPASSWORD"));
    properties.setProperty("sslmode", "disable");
    String url = "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE");
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      DatabaseMetaData meta = connection.getMetaData();
      List<String> schemas = list(meta.getSchemas(), "TABLE_SCHEM");
      List<String> tables = list(meta.getTables(null, "public", "%", new String[] {"TABLE"}), "TABLE_NAME");
      List<String> columns = list(meta.getColumns(null, "public", "kinds", "%"), "COLUMN_NAME");
      List<String> rows = new ArrayList<>();
      // After five times pgjdbc asks for the binary form where it can.
      try (PreparedStatement statement = connection.prepareStatement(args[0])) {
        for (int n = 0; n < 7; n++) {
          rows.clear();
          try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
              List<String> cells = new ArrayList<>();
              for (int k = 1; k <= found.getMetaData().getColumnCount(); k++) cells.add(quoted(found.getString(k)));
              rows.add("[" + String.join(",", cells) + "]");
            }
          }
        }
      }
      System.out.println("{\"schemas\":[" + String.join(",", schemas) + "],\"tables\":[" + String.join(",", tables) + "],\"columns\":["
          + String.join(",", columns) + "],\"rows\":[" + String.join(",", rows) + "]}");
    }
  }
}
