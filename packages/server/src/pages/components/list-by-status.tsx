import type { ComponentChildren } from 'preact';

import { addressOf } from '../query.ts';
import { inWords } from './badge.tsx';
import { Card, Empty, PageTitle } from './card.tsx';
import { Pager } from './pager.tsx';
import { Tabs } from './tabs.tsx';

interface Props {
  /** What is listed, in the plural. */
  title: string;
  path: string;
  statuses: readonly string[];
  status: string;
  query: URLSearchParams;
  page: { limit: number; offset: number; shown: number; next_offset: number | null };
  /** What can be done beside looking. */
  actions?: ComponentChildren;
  /** What a status is called. */
  named?: (status: string) => string;
  /** A word about the list as a whole. */
  aside?: ComponentChildren;
  /** What there is to know while nothing was ever made. */
  none: ComponentChildren;
  /** The table. */
  children: ComponentChildren;
}

/** A list that tabs narrow to one status: a page of it, with the way to the other pages. */
export function ListByStatus({
  title,
  path,
  statuses,
  status,
  query,
  page,
  actions,
  named = inWords,
  aside,
  none,
  children,
}: Props) {
  const things = title.toLowerCase();
  return (
    <>
      <PageTitle actions={actions}>{title}</PageTitle>
      <Tabs
        name="Status"
        current={status}
        tabs={statuses.map((value) => ({
          value,
          label: named(value),
          path: addressOf(path, { status: value === 'all' ? '' : value }),
        }))}
      />
      <Card title={status === 'all' ? `All ${things}` : `${named(status)} ${things}`} aside={aside}>
        {page.shown > 0 ? (
          children
        ) : status === 'all' && page.offset === 0 ? (
          <Empty title={`No ${things} yet`}>{none}</Empty>
        ) : (
          <Empty title={page.offset > 0 ? 'Nothing on this page' : `No ${status} ${things}`}>
            <p>
              <a href={path}>Show all {things}</a>
            </p>
          </Empty>
        )}
        <Pager path={path} query={query} {...page} />
      </Card>
    </>
  );
}
