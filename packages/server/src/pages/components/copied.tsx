/** A text to take away, with a button that copies it where scripts run. */
export function Copied({
  id,
  label,
  text,
  block = false,
}: {
  id: string;
  label: string;
  text: string;
  block?: boolean;
}) {
  return (
    <div class={block ? 'stack tight' : 'secret'}>
      {block ? (
        <pre id={id} tabIndex={0} aria-label={label.replace('Copy the', 'The')} role="region">
          {text}
        </pre>
      ) : (
        <code id={id}>{text}</code>
      )}
      <div class="row">
        <button type="button" class="quiet" data-copy={id} hidden>
          {label}
        </button>
        <span role="status" id={`${id}-status`} class="small" />
      </div>
    </div>
  );
}
