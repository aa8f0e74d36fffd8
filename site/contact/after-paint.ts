const LONGEST_FRAME_MS = 200;

/** Resolves when the browser has painted what has changed by now. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A frame's callbacks come right before its painting, and the next task after it.
    requestAnimationFrame(() => setTimeout(resolve));
    // A page that is out of sight has no frames.
    setTimeout(resolve, LONGEST_FRAME_MS);
  });
}
