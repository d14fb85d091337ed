{# Prints what dbt finds through its adapter, one JSON object. Numbers as texts: JSON's own would lose digits. #}
{% macro see(sql) %}
  {% set kinds = source('workbook', 'kinds') %}
  {% set tables = [] %}
  {% for relation in dbt.list_relations_without_caching(kinds.without_identifier()) %}
    {% do tables.append(relation['name']) %}
  {% endfor %}
  {% set rows = [] %}
  {% for row in run_query(sql).rows %}
    {% set cells = [] %}
    {% for cell in row %}
      {% do cells.append(cell if cell is none or cell is boolean else cell | string) %}
    {% endfor %}
    {% do rows.append(cells) %}
  {% endfor %}
  {% do print(tojson({
    'schemas': dbt.list_schemas(target.database).columns[0].values() | list,
    'tables': tables,
    'columns': adapter.get_columns_in_relation(kinds) | map(attribute='name') | list,
    'rows': rows,
  })) %}
{% endmacro %}
