// Loaded before a service with `node --import`: the process's clock is wrong by CLOCK_SHIFT ms.
const shift = Number(process.env.CLOCK_SHIFT ?? 0);
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  constructor(...args) {
    if (args.length === 0) super(RightDate.now() + shift);
    else super(...args);
  }

  static now() {
    return RightDate.now() + shift;
  }
};
