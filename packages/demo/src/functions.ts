/**
 * What the demo's SQL is written with. All of it lives in the session's temporary schema and leaves nothing behind.
 * Randomness is a hash of what is decided and of the number of the row it is decided for: no order of rows, no run and no
 * version of PostgreSQL changes it.
 *
 * The statements work in steps, and each step ends with `offset 0`: what it works out is then worked out once, and not
 * again wherever a later step uses it.
 */
export const FUNCTIONS = `
create function pg_temp.chance(what text, number bigint) returns float8 language sql immutable
  return ((hashtextextended(what, number) >> 11) & 9007199254740991) / 9007199254740992.0::float8;

-- A UUIDv7 by its bytes: 48 bits of milliseconds, the version with 12 bits, the variant with 62.
create function pg_temp.id_at(at timestamptz, what text, number bigint) returns uuid language sql immutable
  return encode(
    substr(int8send((date_part('epoch', at::timestamptz(3)) * 1000)::bigint), 3)
    || int2send((28672 + (hashtextextended(what || ' a', number) & 4095))::int2)
    || int8send((8 + (hashtextextended(what || ' b', number) & 3) << 60) | (hashtextextended(what || ' c', number) & ((1::bigint << 60) - 1))),
    'hex'
  )::uuid;

-- A time of day in India.
create function pg_temp.ist(day date, hour float8) returns timestamptz language sql immutable
  return (day + hour * interval '1 hour') at time zone 'Asia/Kolkata';

-- People act all day long, and most of them in the evening.
create function pg_temp.hour(what text, number bigint) returns float8 language sql immutable
  return case
    when pg_temp.chance(what || ' in the evening', number) < 0.6
      then 18 + 2.5 * (pg_temp.chance(what || ' hour', number) + pg_temp.chance(what || ' minute', number))
    else 24 * pg_temp.chance(what || ' hour', number)
  end;

create function pg_temp.evening(day date, what text, number bigint) returns timestamptz language sql immutable
  return pg_temp.ist(day, pg_temp.hour(what, number));

-- How many of so many days ago: more lately than long ago.
create function pg_temp.days_ago(days integer, what text, number bigint) returns integer language sql immutable
  return floor(days * (1 - power(pg_temp.chance(what || ' day', number), 0.6)))::int;

-- A moment within so many days. What would be later than the present was some day before instead.
create function pg_temp.lately(days integer, what text, number bigint) returns timestamptz language sql immutable
  return pg_temp.evening(
    pg_temp.today() - case
      when pg_temp.days_ago(days, what, number) = 0
        and pg_temp.hour(what, number) > extract(epoch from pg_temp.present() - pg_temp.ist(pg_temp.today(), 1)) / 3600
        then 1 + number::int % 60
      else pg_temp.days_ago(days, what, number)
    end,
    what, number
  );

-- From the shortest wait to the longest, most of them short: each power of ten is as likely as the next.
create function pg_temp.wait(shortest interval, powers float8, what text, number bigint) returns interval
  language sql immutable
  return shortest * power(10, powers * pg_temp.chance(what, number));

-- How readily a subscriber opens and clicks: few do it readily.
create function pg_temp.warmth(subscriber bigint) returns float8 language sql immutable
  return power(pg_temp.chance('warmth', subscriber), 1.8);

-- Mails of a campaign leave on working days, within working hours.
create function pg_temp.planned(enrolled_at timestamptz, delay_days integer, mail bigint) returns timestamptz
  language sql immutable
  return pg_temp.ist(
    ist_day(enrolled_at) + 1 + delay_days
      + (array[0, 0, 0, 0, 0, 2, 1])[extract(isodow from ist_day(enrolled_at) + 1 + delay_days)::int],
    9.5 + 8.5 * pg_temp.chance('planned', mail)
  );

-- A permutation of the numbers below 2^20, so that neighbours have nothing in common and no two people share an address.
create function pg_temp.fold(number bigint) returns bigint language sql immutable
  return number # (number >> 10);

create function pg_temp.scramble(number bigint) returns bigint language sql immutable
  return pg_temp.fold(pg_temp.fold(pg_temp.fold(number) * 668265 & 1048575) * 374761 & 1048575);
`;
