export function pngSize(png: Buffer): [width: number, height: number] {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
