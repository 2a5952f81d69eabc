import { Drop } from 'liquidjs';

/**
 * A field that a lead lacks. It is empty to conditions and loops, every filter but `default` hands it on, and where it would be
 * written out, it makes itself known.
 */
export class Missing extends Drop {
  readonly #name: string;
  readonly #note: (name: string) => void;

  constructor(name: string, note: (name: string) => void) {
    super();
    this.#name = name;
    this.#note = note;
  }

  override valueOf(): null {
    return null;
  }

  written(): string {
    this.#note(this.#name);
    return '';
  }
}
