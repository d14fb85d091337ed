import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.olingo.client.api.ODataClient;
import org.apache.olingo.client.api.communication.ODataClientErrorException;
import org.apache.olingo.client.api.communication.request.retrieve.ODataEntitySetRequest;
import org.apache.olingo.client.api.domain.ClientEntity;
import org.apache.olingo.client.api.domain.ClientEntitySet;
import org.apache.olingo.client.api.domain.ClientProperty;
import org.apache.olingo.client.core.ODataClientFactory;
import org.apache.olingo.client.core.http.BasicAuthHttpClientFactory;
import org.apache.olingo.commons.api.edm.Edm;
import org.apache.olingo.commons.api.edm.EdmEntityType;
import org.apache.olingo.commons.api.edm.FullQualifiedName;
import org.apache.olingo.commons.api.format.ContentType;

/** Reads a workbook as Apache Olingo's client does, and prints what it saw as JSON. */
public class ReadEntities {
  public static void main(String[] args) throws Exception {
    String root = args[0];
    String set = args[1];
    ODataClient client = ODataClientFactory.getClient();
    client.getConfiguration().setHttpClientFactory(new BasicAuthHttpClientFactory("anything", System.getenv("TOKEN")));
    // It reads numbers of JSON as doubles: exact ones are asked for as texts, with their types beside them.
    client.getConfiguration().setDefaultPubFormat(ContentType.create(ContentType.JSON_FULL_METADATA, "IEEE754Compatible", "true"));
    var ask = client.getRetrieveRequestFactory();

    var sets = ask.getServiceDocumentRequest(root).execute().getBody().getEntitySetNames();
    Edm edm = ask.getMetadataRequest(root).execute().getBody();
    EdmEntityType type = edm.getEntityType(new FullQualifiedName("Workbook", set));
    List<String> names = type.getPropertyNames();
    List<String> types = new ArrayList<>();
    for (String name : names) types.add(type.getStructuralProperty(name).getType().getName());

    List<List<String>> rows = new ArrayList<>();
    int pages = 0;
    URI next = client.newURIBuilder(root).appendEntitySetSegment(set).orderBy("__svc_row_id").build();
    while (next != null) {
      ODataEntitySetRequest<ClientEntitySet> request = ask.getEntitySetRequest(next);
      request.setPrefer(client.newPreferences().maxPageSize(2));
      ClientEntitySet page = request.execute().getBody();
      for (ClientEntity entity : page.getEntities()) rows.add(cells(entity, names));
      next = page.getNext();
      pages++;
    }

    URI one = client.newURIBuilder(root).appendEntitySetSegment(set).appendKeySegment(Long.valueOf(2)).build();
    List<String> second = cells(ask.getEntityRequest(one).execute().getBody(), names);
    URI filtered = client.newURIBuilder(root).appendEntitySetSegment(set).filter("int gt 0 and contains(text,'plain')").build();
    int found = ask.getEntitySetRequest(filtered).execute().getBody().getEntities().size();
    URI counted = client.newURIBuilder(root).appendEntitySetSegment(set).top(1).count(true).build();
    int count = ask.getEntitySetRequest(counted).execute().getBody().getCount();
    String refusal = "";
    try {
      ask.getEntitySetRequest(client.newURIBuilder(root).appendEntitySetSegment(set).filter("nowhere eq 1").build()).execute();
    } catch (ODataClientErrorException error) {
      refusal = error.getODataError().getCode();
    }
    System.out.println("{\"sets\":" + list(sets) + ",\"names\":" + list(names) + ",\"types\":" + list(types) + ",\"pages\":" + pages
        + ",\"second\":" + list(second) + ",\"found\":" + found + ",\"count\":" + count + ",\"refusal\":" + text(refusal)
        + ",\"keys\":" + list(type.getKeyPredicateNames()) + ",\"rows\":[" + String.join(",", rows.stream().map(ReadEntities::list).toList()) + "]}");
  }

  static List<String> cells(ClientEntity entity, List<String> names) {
    List<String> cells = new ArrayList<>();
    for (String name : names) {
      ClientProperty property = entity.getProperty(name);
      cells.add(property == null || property.hasNullValue() ? null : property.getPrimitiveValue().toString());
    }
    return cells;
  }

  static String list(Iterable<String> texts) {
    List<String> parts = new ArrayList<>();
    for (String each : texts) parts.add(text(each));
    return "[" + String.join(",", parts) + "]";
  }

  static String text(String value) {
    if (value == null) return "null";
    StringBuilder out = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 0x20) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }
}
