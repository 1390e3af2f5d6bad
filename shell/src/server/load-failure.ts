import { sourceOf } from './stylesheet.ts';

const TEMPLATE_ID = 'load-failure';

/**
 * Runs on pages that the browser draws. Where one of their scripts cannot be loaded, nothing else could report it: the sentence of the
 * template is shown, and React's first rendering removes it if that comes after all.
 */
const text = `addEventListener("error",({target:t})=>{let s=()=>{let r=document.getElementById("root");r.hasChildNodes()||r.append(document.getElementById("${TEMPLATE_ID}").content)};t instanceof HTMLScriptElement&&(document.readyState=="loading"?addEventListener("DOMContentLoaded",s):s())},true)`;

export const LOAD_FAILURE = {
  script: { text, source: sourceOf(text) },
  /** Markup with classes of the page's own stylesheets, which load without scripts. */
  template: `<template id="${TEMPLATE_ID}"><main class="page section center" role="alert"><p>Cette page n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.</p><p><a href="">Recharger la page</a></p></main></template>`,
};
