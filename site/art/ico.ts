const HEADER = 22;

/** Wraps one PNG as the .ico file that browsers ask for unprompted. */
export function icoFrom(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(HEADER, 18);
  return Buffer.concat([header, png]);
}
