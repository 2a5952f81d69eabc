/** What to read of a list. */
export interface Paging {
  limit: number;
  offset: number;
}

/** A page of a list, as the wire has it. */
export interface Page<Row> {
  data: Row[];
  has_more: boolean;
  next_offset: number | null;
}

/** Makes the page of rows that were read with `limit + 1`: the extra one only shows that there are more. */
export function pageOf<Row>(rows: Row[], { limit, offset }: Paging): Page<Row> {
  const has_more = rows.length > limit;
  return { data: rows.slice(0, limit), has_more, next_offset: has_more ? offset + limit : null };
}
