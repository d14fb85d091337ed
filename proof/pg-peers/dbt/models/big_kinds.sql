{{ config(materialized='ephemeral') }}
select text, big from {{ source('workbook', 'kinds') }} where big > 1
