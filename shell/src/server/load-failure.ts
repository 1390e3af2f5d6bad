import { sourceOf } from './stylesheet.ts';

const TEMPLATE_ID = 'load-failure';

/**
 * Inline script of pages that the browser renders. If one of their scripts fails to load, no other code can report it: the
 * template's text is shown, until React's first rendering, if any, replaces it.
 */
const text = `addEventListener("error",({target:t})=>{let s=()=>{let r=document.getElementById("root");r.hasChildNodes()||r.append(document.getElementById("${TEMPLATE_ID}").content)};t instanceof HTMLScriptElement&&(document.readyState=="loading"?addEventListener("DOMContentLoaded",s):s())},true)`;

export const LOAD_FAILURE = {
  script: { text, source: sourceOf(text) },
  /** Markup with classes of the page's style sheets, which load without scripts. */
  template: `<template id="${TEMPLATE_ID}"><main class="page section center" role="alert"><p>Cette page n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.</p><p><a href="">Recharger la page</a></p></main></template>`,
};
