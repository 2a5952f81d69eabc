import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';
import ts from 'typescript';

import { afterTest, expectFor, present } from '../../../scripts/jest/support.ts';
import { root, sdk } from './consumer.ts';

test('an operation that is new in the contract does not compile until it has a method', () => {
  // Inside the package, so that its dependencies are found.
  const folder = mkdtempSync(join(sdk, 'test/.operation-'));
  afterTest(() => rmSync(folder, { recursive: true }));
  cpSync(join(sdk, 'src'), join(folder, 'src'), { recursive: true });
  const config = JSON.parse(
    readFileSync(join(sdk, 'tsconfig.json'), 'utf8').replace(/^ *\/\/.*$/gm, ''),
  ) as object;
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...config, extends: join(root, 'tsconfig.base.json') }),
  );
  const compile = () =>
    spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--outDir', join(folder, 'out')],
      {
        encoding: 'utf8',
      },
    );
  const today = compile();
  expectFor(today.stdout, today.status).toBe(0);

  const contract = join(folder, 'src/generated/contract.ts');
  const before = readFileSync(contract, 'utf8');
  const after = before.replace('    getMe: {', '    getTwentieth: operations["getMe"];\n    getMe: {');
  expect(after).not.toBe(before);
  writeFileSync(contract, after);
  const { status, stdout } = compile();
  expect(status).not.toBe(0);
  expect(stdout).toMatch(/coverage\.ts.*getTwentieth/);
});

test("an editor's hover shows what methods, parameters, options, fields and errors mean", () => {
  const folder = mkdtempSync(join(sdk, 'test/.hover-'));
  afterTest(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'program.ts');
  const program = `
    import { Lodestone, LodestoneError, type Subscriber } from '@lodestone/sdk';
    const lodestone = new Lodestone({ /*option*/timeoutMs: 1 });
    const me = await lodestone./*root method*/me();
    for await (const lead of lodestone./*group*/subscribers./*method*/list({ /*parameter*/temperature: 'hot' })) {
      console.log(lead./*field*/lead_score, lead.engagement./*nested field*/opened);
    }
    const paged = lodestone.campaigns.list()./*list method*/all({ /*list option*/max: 1 });
    const { /*answer field*/rateLimit } = await lodestone.me()./*call method*/withResponse();
    lodestone.subscribers.update('', { /*input field*/tags: [] });
    type Record = /*record*/Subscriber;
    try {} catch (error) {
      if (LodestoneError./*error method*/is(error, 'insufficient_scope')) console.log(error./*error field*/requiredScope);
    }`;
  writeFileSync(file, program);
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    types: [],
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? ''),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
  const hover = (mark: string) => {
    const info = service.getQuickInfoAtPosition(file, program.indexOf(`/*${mark}*/`) + mark.length + 4);
    present(info, mark);
    const tags = (info.tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`);
    return [ts.displayPartsToString(info.documentation), ...tags].join('\n');
  };
  for (const [mark, says] of [
    ['option', /Milliseconds that one attempt may take/],
    ['root method', /cheapest call[^]*@example const \{ account/],
    ['group', /The audience/],
    ['method', /Filters combine[^]*@param params[^]*@example[^]*for await/],
    ['parameter', /band of the lead score[^]*@example hot/],
    ['field', /how engaged they are, from 0 to 100[^]*@example 82/],
    ['nested field', /opened at least once/],
    ['list method', /Collects the rows/],
    ['list option', /most rows to collect/],
    ['answer field', /rate limit/],
    ['call method', /status, headers, request id/],
    ['input field', /Replaces|replace/],
    ['record', /relationship with one person/],
    ['error method', /several copies of the package/],
    ['error field', /scope that the key lacks/],
  ] as [string, RegExp][]) {
    expectFor(mark, hover(mark)).toMatch(says);
  }
});
