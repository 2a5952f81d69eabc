import { excerpt } from '../components/text.tsx';
import { Input, type Option, Select } from '../components/field.tsx';
import type { Filters, Typed } from './filters.ts';
import { TEMPERATURE_OPTIONS } from './temperatures.ts';

const STATES: Option[] = [
  { value: 'all', label: 'Any' },
  { value: 'active', label: 'Active' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
];

const ORDERS: Option[] = [
  { value: 'score', label: 'Highest score' },
  { value: 'recent', label: 'Newest' },
  { value: 'activity', label: 'Latest activity' },
];

interface FilterFormProps {
  typed: Typed;
  errors: Filters['errors'];
  magnets: readonly { id: string; title: string }[];
}

/** Every filter of the audience; together they narrow it. The search comes first, the others where they are asked for. */
export function FilterForm({ typed, errors, magnets }: FilterFormProps) {
  const more = MORE.some((name) => !['', 'all'].includes(typed[name]) || errors[name] !== undefined);
  return (
    <form method="get" action="/subscribers" class="card" role="search" aria-label="Filter the audience">
      <div class="filters search-first">
        <Input name="search" label="Name or email" type="search" value={typed.search} error={errors.search} />
        <Select name="order" label="Order" options={ORDERS} value={typed.order} />
        <button type="submit" class="primary">
          Search
        </button>
      </div>
      <details open={more}>
        <summary>More filters</summary>
        <div class="filters">
          <Select
            name="temperature"
            label="Temperature"
            options={TEMPERATURE_OPTIONS}
            value={typed.temperature}
          />
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
          <Input name="tag" label="Tag (exact match)" value={typed.tag} error={errors.tag} />
          <Select
            name="magnet_id"
            label="Requested"
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
          <button type="submit">Apply</button>
        </div>
      </details>
    </form>
  );
}

/** The filters that stand under "More filters". */
const MORE = [
  'temperature',
  'min_score',
  'status',
  'tag',
  'magnet_id',
  'created_after',
  'created_before',
] as const;

/** The magnet that the address names stays chosen even when it is not among those offered. */
export function magnetOptions(magnets: FilterFormProps['magnets'], chosen: string): Option[] {
  const offered = magnets.map(({ id, title }) => ({ value: id, label: excerpt(title, 60) }));
  const isOffered = chosen === '' || offered.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'Any magnet' },
    ...(isOffered ? [] : [{ value: chosen, label: 'Another magnet' }]),
    ...offered,
  ];
}
