import { sourceOf } from './stylesheet.ts';

const TEMPLATE_ID = 'load-failure';
/** Id of the first script of pages that the server renders. */
export const FIRST_SCRIPT_ID = 'first-script';

/**
 * Inline script of every page. Where the first script of a page fails to load, no other code can report it: the template's text is
 * shown. React's first rendering, if any, replaces it in a page that the browser renders.
 */
const text = `addEventListener("error",({target:t})=>{let s=()=>{let r=document.getElementById("root"),p=r.hasChildNodes()?t.id=="${FIRST_SCRIPT_ID}"&&document.body:r;p&&p.append(document.getElementById("${TEMPLATE_ID}").content)};t instanceof HTMLScriptElement&&(document.readyState=="loading"?addEventListener("DOMContentLoaded",s):s())},true)`;

/** Markup with classes of the page's style sheets, which load without scripts. */
const template = (content: string) => `<template id="${TEMPLATE_ID}">${content}</template>`;

export const LOAD_FAILURE = {
  script: { text, source: sourceOf(text) },
  /** Notice over a page that the server has rendered; the first script shows and removes it too. */
  notice: template('<p class="skip" role="alert">Chargement incomplet. <a href="">Rechargez la page</a>.</p>'),
  /** Content of a page that the browser renders. */
  page: template(
    '<main class="page section center" role="alert"><p>Cette page n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.</p><p><a href="">Recharger la page</a></p></main>',
  ),
};
