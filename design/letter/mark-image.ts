import type { SendMailOptions } from 'nodemailer';

/**
 * The logo on teal, for light and dark mode: a PNG of 88 × 88 pixels, generated from
 * design/mark.ts. If the logo changes, letter.test.ts fails and prints the new image.
 */
export const markImage =
  'iVBORw0KGgoAAAANSUhEUgAAAFgAAABYCAMAAABGS8AGAAACslBMVEVMaXEOSkgNSkgOS0kNS0kOS0kOS0kAAAAKR0cN' +
  'SkcNSkkJTkQOS0gNSkkOSkkOSkgOSkkNS0kPS0gJS0sOSkgOS0kNS0kOS0kNS0gSSEgNS0gOS0n38+oOS0nUsGcSTkz2' +
  '8ukPTEoxZGHv7eVqjYnc39fz8OccVVOywroeV1Xw7uZDcW12lpERTUuuv7ilt7FmioYTT02Io51JdnJLd3NXf3vr6+L0' +
  '8eguYl/q6uEvYmB3l5IQTEplioWitbDZ3tVsj4sUT03P189dhIDn596ourNAb2s3aGTM08xXf3ohWVZ/nZequ7TT2dGt' +
  'vreUrKZMeHQYUlDU2tJCcG3L0sthh4MkW1jW3NNEcm6NpqHX3NSasKk1X0/M1Mzt7OMnXVqFoZvGqWVHdHAZUlHj5Nym' +
  'uLHEqGXG0MdGc3DSsGcyZWJnioaXrqgnXltbg38VUE3k5d2uv7kqYFxdc1X18ukfVEyRqqTm594WUU5idlbu7eUwXE7l' +
  '5t4fV1VqeldpeldgdVZIdXLR2NBqjYjb3teTq6Xy7+bx7+YrYF3I0MmJpJ5ehYHo6N+Op6EXUk+zwrtKd3OIiVtVfXre' +
  '4NiftK3p6eAiWleKilze4dm0wryRjl2gll+7o2MVTkooWE0sWk2Zr6ghVUw6bGg0X0/DzsaPqKJRfHczXk7i5Nzs7OJK' +
  'aVJchH+HopxYcVRNbFNXcFQdVlSnubJNa1Nyk45IdHHQ189LalPH0Mg0ZmMwY2ApX1wgWFVUfXkXUU4oXlyxwbrS2dB9' +
  'm5Z0lI8+bmtPenY2Z2S9ysJpjIh+nJdBcGx0lZCpurRgh4IxXU4tYV4/bmyLpZ9NeXRfhoLo6eAjWle+ysMsYF6rvLWA' +
  'nZhjiYNtj4prjoqMpqCLpqCVrKe3xb4aU1G1w705a2fV29OsvLYxXE49pQ0MAAAAHHRSTlMAf/Xq9P59ARl1yhrIyezr' +
  'nXN3G/afgMfLHO6cTn25PwAAAAlwSFlzAAAecwAAHnMBQpgqFwAABI1JREFUWIXtmfdbFEcYx0fpVtDEaDLDcQfIwQEi' +
  'UhQpoiACUiyA2HuLvcTeAXvvPUYTNc2SZm/piS1FjaZr8n/kmXfY2du7nWW5ZzZP4sP72/ctn7udnX3f2WcRQgi179Cx' +
  'DZFkbVs0a0mZCKGgds2JVGseEgTcF4l0C6XkdvK5hIQg1FLyOjB7oRNqRiyxQNTCGnAr9LI14LYowBpwALKGS0gTmFvT' +
  'UvxnluLw8fffm7t8+dwz508elgdecuDQlHBuUw4dWCIHfGxMuIeNOSYFvMiTGx6+SAp4pTd4pRTw/Ime3InzpYDJ0b0H' +
  't6/4ePidI0f+Hv72iu0H9x79H+xjWeCKqrTsGDPlMdlpVRXmwUkRGOMuZsBdMMYRSWbBhZ0xxnixGfBimtm50BzYFUmz' +
  '8U4z4J2QGukyA46NhmQcZQYcxXKjYxsG2xNZbrL3L2ZkeNdvYNmJ9gbBUSzzdU1m1x1l6+uou+6Tsis2zf8YJrg+T/Cy' +
  'PMj7IsHNV7R5Fnaz8dVFbsGEB+BcsKwB8DBIWzpK9eT+lIY9rEdxVzU+fSm7RGPwG/MgK1X1ZKzHOjapu5qRCp55Tw3B' +
  '5yDpuuqY3EOPi/HuIWqOEzwTjMCX4NGIVP9OykiFdCrx3fj45NnjFT2ym3pRcfCYXDMAb4aa17i+UL+8EaUpmcyTWT5b' +
  'WWgHT6sFR7UBuIYmpD9U5B+rGaNkkHuSayDz9h6geO6mU11jAB5KE77l8k1G+IsTmI0rZf5fuKc/lUMNwPF0hQsU5VgL' +
  '9fmaJ4KaDUB4LV+MAtpe4g3AJGl//j1NT8R48FVPLiFbRkBI7ayf5u9/1fQEKWI3+3O9WAFsn7jL4moDcE/4V9P0g9Mg' +
  'eMsn8O+w0dRNpbGpdMjgrb6Abadp6QlReBLsZZsP4KlwsRtE4fsQdvgA3gaVfUTh2xBe5QO4AirHisKrILzRHDgzJWsO' +
  'Fxuh0q2JaW0shN/hek6W0k68wTYnxnG8FRdC5Wci8FsQ3qHI1DiMnTYBeAZN3acMu0FQ+YEI/A2E+9Yr+z6qZgjAxZCr' +
  'TKUY2KnZIvAE2OXj6tV0KC0WgJMgyht4DlV5btPN3XJ30+gzRXaD0iwBeDJE1yjyN5Df64Mfa0fCzyBdAnAlRGu1G7m3' +
  '7sNlYyPgQ0WXgfxRALYvAJIiE6og+6Ye+CsIDeSnj4+onCXcx4/ghlQq8kvsMVq5dWfnRt6CK+FG9xeCn0B6L0XmsuHW' +
  'U9RRb/Ab20tb6AV2QLwf1650wbETDnjpX3PNBspFIZgMhgR1JidjjHN03hlicjTn0SFshhExOAp7tO8+u0bv8eYSsmf0' +
  'Lre+96d2n+qAt2yClO9Io4w9HT8MMGqb1WyVvY7RRmbvB0W/EiNw7CZNbzFlfaEk76whmLCNVN4YcDmUaI8r3uCZJfRd' +
  'ZWFjwAvp21DJzAbAZF1ptFM8InXN4YxOXPe8vqRLsCYwt6al+BeWIsAabgCS9iFPa36oNbHEXrLuI1awvxVc/2CEQqwA' +
  'h9FPm6Hyua+wj6YhklfDPwy4CKHgwNZ+sqh+rQKDKfMfgEHdv8WPX7MAAAAASUVORK5CYII=';

const cid = 'mark@letter';

/** The `src` of the logo in emails. */
export const markSource = `cid:${cid}`;

/**
 * Attached to each email: Gmail and Outlook strip SVG and data URLs, and a remote image would track
 * readers.
 */
export const markAttachment: NonNullable<SendMailOptions['attachments']>[number] = {
  filename: 'mark.png',
  content: markImage,
  encoding: 'base64',
  contentType: 'image/png',
  cid,
};
