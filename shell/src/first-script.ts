/**
 * The only script that a painted page brings along: some hundred bytes, loaded beside the styles, so it imports nothing.
 * What is seen comes first on a slow phone: the others, which the page names in the order in which they run, are fetched when
 * the page's own pictures are there and shown, or when somebody touches it. Each runs in a task of its own, and the loaders in
 * them find what they would have asked for. A button pressed before anything could answer is pressed again once the part that holds it
 * says that it answers.
 */
(() => {
  const touches = ['pointerdown', 'keydown', 'wheel'] as const;
  /** Milliseconds after the last picture: a page that nobody looks at is not painted. */
  const LATEST = 400;

  let isAsked = false;
  const load = () => {
    if (isAsked) return;
    isAsked = true;
    for (const touch of touches) removeEventListener(touch, load);
    const append = (src: string) => {
      const script = document.createElement('script');
      script.src = src;
      script.async = false;
      // A loader would wait for the one that is there: without it, it asks again.
      script.onerror = () => script.remove();
      document.head.append(script);
    };
    // Each asked for in a task of its own: on a slow phone all at once are felt.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=preload][media="not all"]'))
      setTimeout(append, 0, link.getAttribute('href'));
  };
  addEventListener('load', () => {
    setTimeout(load, LATEST);
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  });
  for (const touch of touches) addEventListener(touch, load, { passive: true });

  let pressed: Element | null = null;
  const answering: Element[] = [];
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('#root button');
      if (button && !answering.some((part) => part.contains(button))) pressed = button;
    },
    true,
  );
  document.addEventListener('answers', ({ target }) => {
    if (!(target instanceof Element)) return;
    answering.push(target);
    if (!(pressed instanceof HTMLElement) || !target.contains(pressed)) return;
    pressed.click();
    pressed = null;
  });
})();
