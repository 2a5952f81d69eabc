import { type Account, readModel, removeModel, setModel } from '@lodestone/core';
import { askAccountModel } from '@lodestone/jobs/inbox/ask-account-model.js';
import type { ModelAnswer } from '@lodestone/mail';

import { secretKeys } from '../../secret-key.ts';
import { type Answer, goTo, type Shown } from '../answer.ts';
import { inWords } from '../components/badge.tsx';
import { Card, Fact, Facts, Note, PageTitle } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { Text } from '../components/text.tsx';
import { fieldErrors } from '../field-errors.ts';
import { exactUsd } from '../format.ts';
import type { PageHandler, PagesParts } from '../page.ts';
import { textOf } from '../query.ts';
import { SettingsTabs } from './tabs.tsx';

type Parts = Pick<PagesParts, 'db' | 'config'>;
type Model = NonNullable<Awaited<ReturnType<typeof readModel>>>;

const FIELDS = ['url', 'model', 'input_price', 'output_price', 'monthly_budget'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

const MICROS = 1_000_000;

const FRESH: Values = { url: '', model: '', input_price: '0.15', output_price: '0.60', monthly_budget: '5' };

/** What the model is asked when it is tested. */
const SAMPLE = 'Thanks for reaching out. We would rather look at it in spring, when the budget is set.';

export function showModel(account: Account): Promise<Answer> {
  return modelPage(account, {});
}

/** Saves the model. The key stays as it is while its field is left empty. */
export function saveModel({ db, config }: Parts): PageHandler {
  return async (account, { form }) => {
    const values = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name).trim()])) as Values;
    const key = form.get('key')?.trim() ?? '';
    try {
      await setModel(account, await secretKeys(db, config), {
        url: values.url,
        model: values.model,
        input_price: micros(values.input_price),
        output_price: micros(values.output_price),
        monthly_budget: micros(values.monthly_budget),
        ...(key === '' ? {} : { key }),
      });
    } catch (error) {
      return modelPage(account, { values, errors: fieldErrors(error) });
    }
    return goTo('/settings/ai-model', 'model_saved');
  };
}

export async function forgetModel(account: Account): Promise<Answer> {
  await removeModel(account);
  return goTo('/settings/ai-model', 'model_removed');
}

/** Asks the model about a sample. It costs what it costs, and counts like every other call. */
export function testModel({ db, config }: Parts): PageHandler {
  return async (account) => {
    const model = await readModel(account);
    // The page says why nothing is called; it has no button for it then.
    if (!model || model.over_budget) return goTo('/settings/ai-model');
    const answer = await askAccountModel(account, SAMPLE, {
      model,
      endpoint: 'test',
      secretKeys: () => secretKeys(db, config),
      // Less than a browser, or a proxy, waits.
      seconds: 7,
    });
    return modelPage(account, { answer });
  };
}

function micros(dollars: string): number {
  return dollars === '' ? Number.NaN : Math.round(Number(dollars) * MICROS);
}

function inDollars(micros: number): string {
  const [whole = '', fraction = ''] = String(micros / MICROS).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

interface Outcome {
  values?: Values;
  errors?: Record<string, string>;
  answer?: ModelAnswer;
}

async function modelPage(account: Account, { values, errors = {}, answer }: Outcome): Promise<Shown> {
  const model = await readModel(account);
  const refused = Object.keys(errors).length > 0;
  return {
    title: refused ? 'Error: AI model' : 'AI model',
    section: 'settings',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle>Settings</PageTitle>
        <SettingsTabs current="ai-model" />
        {answer && <TestResult answer={answer} />}
        {model?.over_budget === true && (
          <Note tone="bad">
            <p>
              This month’s budget is used up. The model is not called until the next month begins or you raise
              the budget. Replies that the rules cannot classify wait for you meanwhile.
            </p>
          </Note>
        )}
        <div class="columns">
          <ModelForm values={values ?? valuesOf(model)} errors={errors} hasKey={model?.has_key ?? false} />
          {model ? (
            <InUse model={model} />
          ) : (
            <Card title="Not set up">
              <p>
                Rules classify most replies. The rest wait in the inbox for you, unless you set up a model
                here.
              </p>
            </Card>
          )}
        </div>
      </>
    ),
  };
}

function ModelForm({
  values,
  errors,
  hasKey,
}: {
  values: Values;
  errors: Record<string, string>;
  hasKey: boolean;
}) {
  const field = (name: (typeof FIELDS)[number]) => ({ name, value: values[name], error: errors[name] });
  return (
    <Card title="Model for replies">
      <form method="post" action="/settings/ai-model" class="stack">
        <Input
          {...field('url')}
          label="Endpoint"
          hint="Any OpenAI-compatible API, such as https://api.openai.com/v1 or http://localhost:11434/v1."
          autoComplete="off"
        />
        <Input {...field('model')} label="Model" hint="Such as gpt-4o-mini." autoComplete="off" />
        <Input
          name="key"
          type="password"
          label="API key"
          hint={
            hasKey
              ? 'Leave empty to keep the saved one.'
              : 'Stored encrypted. Leave empty if the API needs none.'
          }
          error={errors['key']}
          autoComplete="off"
        />
        <Input
          {...field('input_price')}
          label="Price per million input tokens, in dollars"
          autoComplete="off"
        />
        <Input
          {...field('output_price')}
          label="Price per million output tokens, in dollars"
          autoComplete="off"
        />
        <Input
          {...field('monthly_budget')}
          label="Monthly budget, in dollars"
          hint="When it is used up, the model is not called again until the next month."
          autoComplete="off"
        />
        <button type="submit" class="primary">
          Save model
        </button>
      </form>
    </Card>
  );
}

function InUse({ model }: { model: Model }) {
  return (
    <Card title="In use" aside={<a href="/ai-usage">AI usage</a>}>
      <Facts>
        <Fact name="Model">
          <Text most={100}>{model.model}</Text>
        </Fact>
        <Fact name="Spent this month">
          {exactUsd(model.spent / MICROS)} of {exactUsd(model.monthly_budget / MICROS)}
        </Fact>
        <Fact name="API key">{model.has_key ? 'saved' : 'none'}</Fact>
      </Facts>
      <div class="row">
        {!model.over_budget && (
          <form method="post" action="/settings/ai-model/test">
            <button type="submit">Test model</button>
          </form>
        )}
        <form method="post" action="/settings/ai-model/remove">
          <button type="submit" class="danger">
            Remove model
          </button>
        </form>
      </div>
    </Card>
  );
}

function TestResult({ answer }: { answer: ModelAnswer }) {
  const cost = answer.usage ? ` The call cost ${exactUsd(answer.usage.cost / MICROS)}.` : '';
  return answer.ok ? (
    <Note tone="good">
      <p>
        The model works. It read the sample as {inWords(answer.found.intent).toLowerCase()}, by the words “
        <Text most={200}>{answer.found.evidence}</Text>”.{cost}
      </p>
    </Note>
  ) : (
    <Note tone="bad">
      <p>
        The test failed. <Text most={300}>{answer.reason}</Text>
        {cost}
      </p>
    </Note>
  );
}

function valuesOf(model: Model | null): Values {
  if (!model) return FRESH;
  return {
    url: model.url,
    model: model.model,
    input_price: inDollars(model.input_price),
    output_price: inDollars(model.output_price),
    monthly_budget: inDollars(model.monthly_budget),
  };
}
