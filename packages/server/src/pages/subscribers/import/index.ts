import { type Router, Router as router } from 'express';

import { type Account, Refusal } from '@lodestone/core';

import { type Answer, goTo } from '../../answer.ts';
import { readUpload } from '../../magnets/upload.ts';
import type { Asked, Shell } from '../../page.ts';
import { textOf } from '../../query.ts';
import { columnsPage } from './columns.tsx';
import { uploadPage } from './form.tsx';
import { chosen, columnsOf, previewOf, suggested, tagsOf } from './mapping.ts';
import { reportPage } from './report.tsx';
import { runImport } from './run.ts';
import { type Import, importStore } from './store.ts';

/** Subscribers come in by a file: upload, columns and first lines, report. */
export function importPages({ page, config, share, log }: Shell): Router {
  const storeOf = ({ id }: Account) => importStore(config.dataDir, id);

  async function upload(account: Account, { request }: Asked): Promise<Answer> {
    const { file } = await readUpload(request);
    if (file === null) return uploadPage('Choose a file.');
    const store = storeOf(account);
    try {
      const { id } = await store.add(file.name, file.bytes);
      try {
        await previewOf(store.open(id));
      } catch (error) {
        await store.dropFile(id);
        throw error;
      }
      return goTo(`/subscribers/import/${id}`);
    } catch (error) {
      // What is left of the form has to be read before the browser reads an answer.
      request.unpipe();
      request.resume();
      if (error instanceof Refusal && error.field === 'file') return uploadPage(error.message);
      throw error;
    }
  }

  async function show(account: Account, { params }: Asked): Promise<Answer> {
    const state = await find(account, params['id']);
    if (state.phase !== 'uploaded') return reportPage(state);
    const preview = await previewOf(storeOf(account).open(state.id));
    return columnsPage(state, { preview, uses: suggested(preview.headings) });
  }

  async function start(account: Account, { params, form }: Asked): Promise<Answer> {
    const state = await find(account, params['id']);
    const { id } = state;
    const store = storeOf(account);
    if (state.phase !== 'uploaded') return goTo(`/subscribers/import/${id}`);
    const preview = await previewOf(store.open(id));
    const uses = chosen(form, preview.headings);
    const typed = textOf(form, 'tags');
    let plan;
    try {
      plan = { columns: columnsOf(preview.headings, uses), tags: tagsOf(typed) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return columnsPage(state, { preview, uses, tags: typed, error: error.message });
    }
    if (await store.take(id)) {
      const running: Import = { ...state, phase: 'running' };
      await store.write(running);
      void runImport(account, running, plan, { store, share, log });
    }
    return goTo(`/subscribers/import/${id}`);
  }

  async function find(account: Account, id = ''): Promise<Import> {
    const found = await storeOf(account).find(id);
    if (found) return found;
    throw new Refusal(
      'not_found',
      'This import cannot be found. Imports are kept for a day, on the server that received the file. You can safely import the file again.',
    );
  }

  const routes = router({ strict: true, caseSensitive: true });
  routes.get(
    '/subscribers/import',
    page(async () => uploadPage()),
  );
  routes.post('/subscribers/import', page(upload, { upload: true }));
  routes.get('/subscribers/import/:id', page(show));
  routes.post('/subscribers/import/:id', page(start));
  return routes;
}
