/**
 * The only script that a painted page brings along: some hundred bytes, loaded beside the styles, so it imports nothing.
 * What is seen comes first on a slow phone: the others, which the page names in the order in which they run, are fetched when
 * the page's own pictures are loaded and painted, or at the first interaction. Each runs in a task of its own, and the loaders in
 * them find the scripts they would have requested. A button pressed before hydration is pressed again once the part that holds it
 * is interactive.
 */
(() => {
  const touches = ['pointerdown', 'keydown', 'wheel'] as const;
  /** Milliseconds after the last picture: a background tab is not painted. */
  const LATEST_START_MS = 400;

  let isRequested = false;
  const load = () => {
    if (isRequested) return;
    isRequested = true;
    for (const touch of touches) removeEventListener(touch, load);
    const append = (src: string) => {
      const script = document.createElement('script');
      script.src = src;
      script.async = false;
      // Removed: a loader would wait for the failed tag instead of requesting the script again.
      script.onerror = () => script.remove();
      document.head.append(script);
    };
    // Each requested in a task of its own: together they block a slow phone noticeably.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=preload][media="not all"]'))
      setTimeout(append, 0, link.getAttribute('href'));
  };
  addEventListener('load', () => {
    setTimeout(load, LATEST_START_MS);
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  });
  for (const touch of touches) addEventListener(touch, load, { passive: true });

  let pressed: Element | null = null;
  const interactiveParts: Element[] = [];
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('#root button');
      if (button && !interactiveParts.some((part) => part.contains(button))) pressed = button;
    },
    true,
  );
  document.addEventListener('interactive', ({ target }) => {
    if (!(target instanceof Element)) return;
    interactiveParts.push(target);
    if (!(pressed instanceof HTMLElement) || !target.contains(pressed)) return;
    pressed.click();
    pressed = null;
  });
})();
