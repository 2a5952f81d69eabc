import type { Call } from './call.ts';
import type { Connection } from './connection.ts';
import type { Magnet, MagnetList, MagnetStatus } from './generated/records.ts';
import type { List } from './list.ts';
import type { Query } from './operation.ts';
import type { CallOptions } from './options.ts';

/** Parameters of {@link MagnetCalls.list}. */
export interface MagnetsParams extends Query<'listMagnets'> {}

/** Lead magnets. */
export interface MagnetCalls {
  /**
   * Magnets with how they are set up and how they perform, newest first.
   *
   * Scope: `magnets:read`.
   *
   * @param params Filter and page.
   * @param options Options of this call.
   * @example
   * const live = await lodestone.magnets.list({ status: 'public' }).all();
   */
  list(params?: MagnetsParams, options?: CallOptions): List<Magnet, MagnetList>;

  /**
   * One magnet.
   *
   * Scope: `magnets:read`.
   *
   * @param id Identifier of the magnet, `mag_…`.
   * @param options Options of this call.
   * @throws `not_found` when the account has no such magnet.
   * @example
   * const magnet = await lodestone.magnets.get(id);
   */
  get(id: string, options?: CallOptions): Call<Magnet>;

  /**
   * Changes a magnet's status.
   *
   * Scope: `magnets:write`.
   *
   * @param id Identifier of the magnet, `mag_…`.
   * @param status The status it is to have.
   * @param options Options of this call.
   * @throws `test_send_required` when it is to become public and no test send of it has succeeded.
   * @example
   * await lodestone.magnets.setStatus(id, 'archived');
   */
  setStatus(id: string, status: MagnetStatus, options?: CallOptions): Call<Magnet>;
}

export const magnets = ({ read, write, list }: Connection): MagnetCalls => ({
  list: (query, options) =>
    list(options, query, (api, query) => api.GET('/v1/magnets', { params: { query } })),
  get: (id, options) => read(options, (api) => api.GET('/v1/magnets/{id}', { params: { path: { id } } })),
  setStatus: (id, status, options) =>
    write(options, (api) => api.PATCH('/v1/magnets/{id}', { params: { path: { id } }, body: { status } })),
});
