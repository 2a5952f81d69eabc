// What redocly.yaml uses beside Redocly's own rules: ours, and what is added to the document when it is bundled.
import { codeSamples } from './code-samples.ts';
import { enumDescriptions } from './enum-descriptions.ts';
import * as rules from './rules.ts';

export default () => ({
  id: 'contract',
  rules: {
    oas3: {
      'everything-described': rules.everythingDescribed,
      'everything-exampled': rules.everythingExampled,
      'numbers-and-arrays-bounded': rules.numbersAndArraysBounded,
      'failures-answered': rules.failuresAnswered,
      'failures-exampled': rules.failuresExampled,
      'operation-id-convention': rules.operationIdConvention,
      'scope-stated': rules.scopeStated,
      'names-distinct': rules.namesDistinct,
      'samples-present': rules.samplesPresent,
    },
  },
  decorators: { oas3: { 'code-samples': codeSamples, 'enum-descriptions': enumDescriptions } },
});
