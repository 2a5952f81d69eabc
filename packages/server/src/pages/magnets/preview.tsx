import { renderToString } from 'preact-render-to-string';

import { LongText, Text } from '../components/text.tsx';
import type { Previewed } from './templates.ts';

/** The email as a sample lead would get it, or the place of what is wrong with it. */
export function PreviewOf({ preview }: { preview: Previewed }) {
  if ('error' in preview) {
    return (
      <div class="note" id="preview">
        <p class="error">{preview.error}</p>
      </div>
    );
  }
  return (
    <div class="note" id="preview">
      <p class="small muted">As Alex Example would get it. Your changes are not saved yet.</p>
      <h3>
        <Text>{preview.subject}</Text>
      </h3>
      <LongText label="Email">{preview.text}</LongText>
    </div>
  );
}

/** The preview alone, as HTML. */
export function previewHtml(preview: Previewed): string {
  return renderToString(<PreviewOf preview={preview} />);
}
