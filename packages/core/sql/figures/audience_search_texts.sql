-- The table.

create table audience_search_texts (
  account_id uuid not null references accounts on delete cascade,
  number integer not null,
  head text not null,
  tail text not null,
  primary key (account_id, number)
);

create index audience_search_texts_by_trigram on audience_search_texts
  using gin (account_id, head gin_trgm_ops, tail gin_trgm_ops);

-- Made from the facts.

insert into audience_search_texts (account_id, number, head, tail)
select
  f.account_id, f.number,
  searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1)))
    || case
      when strpos(
        searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))),
        searchable(f.first_name)
      ) = 0
        then E'\n' || searchable(f.first_name)
      else ''
    end
    || case
      when strpos(
        searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))),
        searchable(f.last_name)
      ) = 0
        then E'\n' || searchable(f.last_name)
      else ''
    end as head,
  searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail
from subscribers as f;
