import { type Capture, consentWords, inkOn, OWN_COLOR } from '@lodestone/core';

/**
 * The script that other sites include where the form is to stand. It adds the form after itself, takes the site's own type and
 * posts to our page, which answers. Nothing is read of the site, and nothing is stored.
 * @param embed.action the capture page's whole address
 */
export function embedScript(embed: {
  capture: Capture;
  action: string;
  token: string;
  baseUrl: string;
}): string {
  const { title, brand } = embed.capture;
  const color = brand.color ?? OWN_COLOR;
  const settings = {
    action: embed.action,
    token: embed.token,
    title,
    logo: brand.logo && embed.baseUrl + brand.logo,
    words: consentWords(brand.sender),
    colors: `background:${color};color:${inkOn(color)};`,
  };
  // A browser ends a script that stands in a page at the first `</script`.
  return SCRIPT.replace('SETTINGS', () => JSON.stringify(settings).replaceAll('<', '\\u003c'));
}

const SCRIPT = `(function (settings) {
  var script = document.currentScript;
  var control = 'font:inherit;box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;border-radius:8px;';
  function make(name, properties, styles, parent) {
    var element = document.createElement(name);
    for (var key in properties) element[key] = properties[key];
    element.style.cssText = styles;
    if (parent) parent.appendChild(element);
    return element;
  }
  var form = make('form', { method: 'post', action: settings.action, className: 'lodestone-form' }, 'display:grid;gap:12px;max-width:32rem');
  form.setAttribute('aria-label', settings.title);
  if (settings.logo) make('img', { src: settings.logo, alt: '' }, 'max-width:12rem;max-height:3.5rem', form);
  function field(name, text, type, complete) {
    var label = make('label', {}, 'display:grid;gap:4px', form);
    make('span', { textContent: text }, 'font-weight:600', label);
    make('input', { name: name, type: type, autocomplete: complete, required: name === 'email', maxLength: 254 }, control + 'border:1px solid #767676;', label);
  }
  field('email', 'Email', 'email', 'email');
  field('first_name', 'First name (optional)', 'text', 'given-name');
  var empty = make('input', { name: 'website', tabIndex: -1, autocomplete: 'off' }, 'position:absolute;left:-200vw', form);
  empty.setAttribute('aria-hidden', 'true');
  make('input', { type: 'hidden', name: 'form', value: settings.token }, '', form);
  make('input', { type: 'hidden', name: 'via', value: 'embed' }, '', form);
  make('small', { textContent: settings.words }, '', form);
  make('button', { type: 'submit', textContent: 'Send it to me' }, control + settings.colors + 'border:0;font-weight:650;cursor:pointer', form);
  script.parentNode.insertBefore(form, script.nextSibling);
})(SETTINGS);
`;
