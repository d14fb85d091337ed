/** Twelve questions as analysts ask them; each answer has one order, and at most 10,000 rows. */
export const TRADE_QUERIES: Readonly<Record<string, string>> = {
  scan: `SELECT count(*) AS lines, sum(quantity) AS quantity, sum(price) AS price, max(shipped_on) AS latest FROM lines`,
  filter: `
    SELECT id, order_id, price, shipped_on FROM lines
    WHERE quantity = 7 AND discount >= 0.05 AND shipped_on >= DATE '2023-01-01' ORDER BY id LIMIT 10000`,
  group_by: `
    SELECT flag, mode, count(*) AS lines, sum(quantity) AS quantity, sum(price * (1 - discount)) AS revenue
    FROM lines GROUP BY flag, mode ORDER BY flag, mode`,
  top_k: `SELECT id, part_id, price, comment FROM lines ORDER BY price DESC, id LIMIT 100`,
  join: `
    SELECT c.nation, count(*) AS lines, sum(l.price) AS price
    FROM lines l JOIN orders o ON o.id = l.order_id JOIN customers c ON c.id = o.customer_id
    WHERE o.status = 'paid' GROUP BY c.nation ORDER BY c.nation`,
  window: `
    SELECT customer_id, id, total FROM orders WHERE ordered_on >= DATE '2024-01-01'
    QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY total DESC, id) = 1
    ORDER BY total DESC, id LIMIT 1000`,
  pivot: `
    SELECT * FROM (SELECT mode, year(shipped_on) AS sold, quantity FROM lines)
    PIVOT (sum(quantity) FOR sold IN (2019, 2020, 2021, 2022, 2023, 2024, 2025) GROUP BY mode) ORDER BY mode`,
  string_search: `
    SELECT mode, count(*) AS lines FROM lines WHERE comment LIKE '%silent deposits%' GROUP BY mode ORDER BY mode`,
  distinct: `SELECT DISTINCT part_id % 5000 AS part, flag FROM lines ORDER BY part, flag LIMIT 10000`,
  date_buckets: `
    SELECT date_trunc('month', shipped_on) AS month, count(*) AS lines, avg(price) AS price
    FROM lines GROUP BY month ORDER BY month`,
  cte: `
    WITH spent AS (SELECT customer_id, sum(total) AS total, count(*) AS orders FROM orders GROUP BY customer_id),
      ranked AS (SELECT c.segment, s.total, s.orders FROM spent s JOIN customers c ON c.id = s.customer_id)
    SELECT segment, count(*) AS customers, max(total) AS most, sum(orders) AS orders FROM ranked GROUP BY segment ORDER BY segment`,
  point_lookup: `SELECT * FROM orders WHERE id = 123456`,
}
