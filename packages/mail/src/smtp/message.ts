import { Readable } from 'node:stream';

const PIECE = 64 * 1024;

/**
 * A mail on its way to the server, which knows how far it got. Nodemailer begins to read it once the server said to go ahead, and
 * writes the last dot only after its end: before `handedOver`, the server cannot have taken the mail.
 */
export class OutgoingMessage extends Readable {
  started = false;
  handedOver = false;
  readonly #raw: Uint8Array;
  readonly #moved: () => void;
  #position = 0;

  /** @param moved called when `started` or `handedOver` became true. */
  constructor(raw: Uint8Array, moved: () => void) {
    super();
    this.#raw = raw;
    this.#moved = moved;
  }

  override _read(): void {
    if (!this.started) {
      this.started = true;
      this.#moved();
    }
    if (this.#position < this.#raw.length) {
      const piece = this.#raw.subarray(this.#position, this.#position + PIECE);
      this.#position += piece.length;
      this.push(piece);
      return;
    }
    this.handedOver = true;
    this.#moved();
    this.push(null);
  }
}
