/**
 * The only script that a page rendered by the server starts with: some hundred bytes, loaded in parallel with the styles, so it
 * imports nothing. On a slow phone visible content comes first: the other scripts, which the page names in the order in which they
 * run, are fetched after the page's own pictures are loaded and painted, or at the first interaction. Each runs in a separate task,
 * and the chunk loaders in them find the scripts they would have requested. A button clicked before hydration is clicked again once
 * its part of the page is interactive; what was typed last is typed again, as hydration resets the field. Where a script fails and
 * no part becomes interactive, a notice is shown: no other code may be there to show it.
 */
(() => {
  /** Maximum delay in milliseconds after the last picture: a background tab is never painted. */
  const LATEST_START_MS = 400;
  /** Time in milliseconds for the chunk loader to request a failed script again. */
  const RETRY_MS = 4_000;

  const interactiveParts: Element[] = [];
  const notify = () => {
    // The page's template (server/load-failure) is empty once its content is shown.
    if (!interactiveParts[0])
      document.body.append(document.querySelector<HTMLTemplateElement>('#load-failure')?.content ?? '');
  };

  let isRequested = false;
  const load = () => {
    if (isRequested) return;
    isRequested = true;
    const append = (src: string) => {
      const script = document.createElement('script');
      script.src = src;
      script.async = false;
      // Removed, as a chunk loader would wait for the failed tag instead of requesting the script again.
      script.onerror = () => {
        script.remove();
        setTimeout(notify, RETRY_MS);
      };
      document.head.append(script);
    };
    // Each is requested in a separate task: together they block a slow phone noticeably.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=preload][media="not all"]'))
      setTimeout(append, 0, link.getAttribute('href'));
  };
  addEventListener('load', () => {
    setTimeout(load, LATEST_START_MS);
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  });
  for (const touch of ['pointerdown', 'keydown', 'wheel']) addEventListener(touch, load, { passive: true });

  const isEarly = (element: Element) => !interactiveParts.some((part) => part.contains(element));
  let pressed: HTMLElement | null = null;
  let typed: HTMLInputElement | null = null;
  let text = '';
  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLElement>('#root button');
      if (button && isEarly(button)) pressed = button;
    },
    true,
  );
  addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && isEarly(target)) {
      typed = target;
      text = target.value;
    }
  });
  addEventListener('interactive', ({ target }) => {
    if (!(target instanceof Element)) return;
    interactiveParts.push(target);
    // On a slow network, the retry of a failed script may end after the notice.
    document.querySelector('.skip[role=alert]')?.remove();
    if (typed && target.contains(typed)) {
      // React ignores the event unless the value differs from the last one assigned: `Reflect.set` bypasses its own setter.
      typed.value = '';
      Reflect.set(HTMLInputElement.prototype, 'value', text, typed);
      typed.dispatchEvent(new Event('input', { bubbles: true }));
      typed = null;
    }
    if (pressed && target.contains(pressed)) {
      pressed.click();
      pressed = null;
    }
  });
})();
