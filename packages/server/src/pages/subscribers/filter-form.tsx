import { excerpt } from '../components/text.tsx';
import { Input, type Option, Select } from '../components/field.tsx';
import type { Filters, Typed } from './filters.ts';

const TEMPERATURES: Option[] = [
  { value: '', label: 'Any' },
  { value: 'hot', label: 'Hot (75 and more)' },
  { value: 'warm', label: 'Warm (50 to 74)' },
  { value: 'cool', label: 'Cool (25 to 49)' },
  { value: 'cold', label: 'Cold (below 25)' },
];

const STATES: Option[] = [
  { value: 'all', label: 'Any' },
  { value: 'active', label: 'Active' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
];

const ORDERS: Option[] = [
  { value: 'score', label: 'Highest score' },
  { value: 'recent', label: 'Latest first seen' },
  { value: 'activity', label: 'Latest activity' },
];

interface FilterFormProps {
  typed: Typed;
  errors: Filters['errors'];
  magnets: readonly { id: string; title: string }[];
}

/** Every filter of the audience; together they narrow it. */
export function FilterForm({ typed, errors, magnets }: FilterFormProps) {
  return (
    <form method="get" action="/subscribers" class="card" role="search" aria-label="Filter the audience">
      <div class="filters">
        <Input
          name="search"
          label="Search"
          type="search"
          value={typed.search}
          error={errors.search}
          hint="In address and names"
        />
        <Select name="temperature" label="Temperature" options={TEMPERATURES} value={typed.temperature} />
        <Input
          name="min_score"
          label="Score at least"
          type="number"
          min={0}
          max={100}
          value={typed.min_score}
          error={errors.min_score}
        />
        <Select name="status" label="Subscription" options={STATES} value={typed.status} />
        <Input name="tag" label="Tag" value={typed.tag} error={errors.tag} hint="Exactly as it is written" />
        <Select
          name="magnet_id"
          label="Asked for"
          options={magnetOptions(magnets, typed.magnet_id)}
          value={typed.magnet_id}
        />
        <Input
          name="created_after"
          label="First seen from"
          type="date"
          value={typed.created_after}
          error={errors.created_after}
        />
        <Input
          name="created_before"
          label="First seen until"
          type="date"
          value={typed.created_before}
          error={errors.created_before}
        />
        <Select name="order" label="Order" options={ORDERS} value={typed.order} />
      </div>
      <div class="row">
        <button type="submit" class="primary">
          Show
        </button>
        <a href="/subscribers">Clear</a>
      </div>
    </form>
  );
}

/** The magnet that the address names stays chosen even when it is not among those offered. */
function magnetOptions(magnets: FilterFormProps['magnets'], chosen: string): Option[] {
  const offered = magnets.map(({ id, title }) => ({ value: id, label: excerpt(title, 60) }));
  const isOffered = chosen === '' || offered.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'Any magnet' },
    ...(isOffered ? [] : [{ value: chosen, label: 'Another magnet' }]),
    ...offered,
  ];
}
