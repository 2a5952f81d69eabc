-- The table.

create table audience_bitmaps (
  account_id uuid not null references accounts on delete cascade,
  facet text collate "C" not null,
  value text collate "C" not null,
  block integer not null,
  lane smallint not null default 0,
  bits bit(4096) not null,
  primary key (account_id, facet, value, block, lane)
) with (fillfactor = 80);

create index audience_bitmaps_by_lane on audience_bitmaps (account_id, lane) where lane > 0;

-- Made from the facts.

insert into audience_bitmaps (account_id, facet, value, block, bits)
select account_id, facet, value, block, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
from (
  select
    f.account_id, 'status' as facet,
    f.status as value,
    f.number >> 12 as block, f.number & 4095 as place
  from subscribers as f
) as placed
group by account_id, facet, value, block
having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096);

insert into audience_bitmaps (account_id, facet, value, block, bits)
select account_id, facet, value, block, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
from (
  select
    f.account_id, 'score' as facet,
    f.lead_score::text as value,
    f.number >> 12 as block, f.number & 4095 as place
  from subscribers as f
) as placed
group by account_id, facet, value, block
having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096);

insert into audience_bitmaps (account_id, facet, value, block, bits)
select account_id, facet, value, block, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
from (
  select
    f.account_id, 'score' as facet,
    f.lead_score / 10 || '0s' as value,
    f.number >> 12 as block, f.number & 4095 as place
  from subscribers as f
) as placed
group by account_id, facet, value, block
having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096);

insert into audience_bitmaps (account_id, facet, value, block, bits)
select account_id, facet, value, block, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
from (
  select
    f.account_id, 'day' as facet,
    ist_day(f.first_seen_at)::text as value,
    f.number >> 12 as block, f.number & 4095 as place
  from subscribers as f
) as placed
group by account_id, facet, value, block
having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096);

insert into audience_bitmaps (account_id, facet, value, block, bits)
select account_id, facet, value, block, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
from (
  select
    f.account_id, 'tail' as facet,
    searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as value,
    f.number >> 12 as block, f.number & 4095 as place
  from subscribers as f
) as placed
group by account_id, facet, value, block
having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096);

insert into audience_bitmaps (account_id, facet, value, block, bits)
select account_id, facet, value, block, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
from (
  select
    f.account_id, 'tag' as facet,
    each.value as value,
    f.number >> 12 as block, f.number & 4095 as place
  from subscribers as f
  cross join unnest(f.tags) with ordinality as each(value, nth)
  where array_position(f.tags, each.value) = each.nth
) as placed
group by account_id, facet, value, block
having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096);

insert into audience_bitmaps (account_id, facet, value, block, bits)
select account_id, facet, value, block, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
from (
  select
    f.account_id, 'magnet' as facet,
    each.value as value,
    f.number >> 12 as block, f.number & 4095 as place
  from subscribers as f
  cross join unnest(f.magnet_ids::text[]) with ordinality as each(value, nth)
  where array_position(f.magnet_ids::text[], each.value) = each.nth
) as placed
group by account_id, facet, value, block
having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096);

-- A lane brought into the lowest.

with moved as (
  delete from audience_bitmaps where lane > 0 and lane = $lane
  returning
    account_id, facet, value, block, bits
)
insert into audience_bitmaps as kept (
  account_id, facet, value, block, lane, bits
)
select
  account_id, facet, value, block, 0, bits
from moved
on conflict (account_id, facet, value, block, lane) do update set
  bits = kept.bits # excluded.bits;
