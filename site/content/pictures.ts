import type { Proof } from '../../contract/firm-proof.ts';

/** The sizes of a kind of picture, in pixels. */
interface Shape {
  widths: readonly [number, number];
  /** Height divided by width. */
  ratio: number;
  /** Whether the picture is cropped, rather than shown whole on a transparent background. */
  isCropped: boolean;
}

export const portrait: Shape = { widths: [320, 640], ratio: 5 / 4, isCropped: true };
export const logo: Shape = { widths: [160, 320], ratio: 2 / 5, isCropped: false };

interface Picture {
  /** The name of a file in firm/images/. */
  file: string;
  shape: Shape;
  /** The entry that names the picture, for messages. */
  place: string;
}

/** Every picture that the pages show. */
export function picturesOf({ clients, people }: Proof): Picture[] {
  const logos = clients?.clients.map(({ logo: file }, at) => {
    return { file, shape: logo, place: `proof.clients.clients[${at}].logo` };
  });
  const portraits = people?.people.map((person, at) => {
    const place = `proof.people.people[${at}].portrait.file`;
    return { file: person.portrait?.file, shape: portrait, place };
  });
  return [...(logos ?? []), ...(portraits ?? [])].filter((each): each is Picture =>
    Boolean(each.file),
  );
}

/** The path of a picture in one size and format, such as `/images/thandi-320.avif`. */
export function pictureUrl(file: string, width: number, format: 'avif' | 'webp'): string {
  return `/images/${file.replace(/\.\w+$/, '')}-${width}.${format}`;
}
