/** The keys of the inbox, and the switch that turns them off. Shown where the script runs. */
export function Keys() {
  return (
    <details class="menu" data-shortcuts hidden>
      <summary class="button quiet">Keyboard shortcuts</summary>
      <div>
        <dl class="facts small">
          <dt>
            <kbd>j</kbd> <kbd>k</kbd>
          </dt>
          <dd>Next and previous conversation</dd>
          <dt>
            <kbd>1</kbd>–<kbd>9</kbd>
          </dt>
          <dd>Set the intent and go to the next</dd>
          <dt>
            <kbd>e</kbd>
          </dt>
          <dd>Done, or reopen</dd>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>Search</dd>
        </dl>
        <label class="choice">
          <input type="checkbox" />
          <span>Use these shortcuts</span>
        </label>
      </div>
    </details>
  );
}
