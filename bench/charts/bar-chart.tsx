import { drawPicture, widthOf, type Area } from './picture.tsx';

export interface Bar {
  name: string;
  value: number;
  lowest: number;
  highest: number;
  isOurs: boolean;
}

/** Bars of one measure, which start from zero. */
export interface Panel {
  title: string;
  bars: Bar[];
  format: (value: number) => string;
}

/** One measure below the other, each of them for us and for our peers. */
export function drawBars(title: string, note: string, panels: Panel[]): string {
  const rows = panels.reduce((sum, { bars }) => sum + bars.length, 0);
  const draw = (area: Area) => {
    const row = area.isWide ? 34 : 17;
    const head = area.isWide ? 46 : 26;
    let top = 0;
    return panels.map((panel) => {
      const y = top;
      top += head + panel.bars.length * row;
      return (
        <g key={panel.title} transform={`translate(0 ${y})`}>
          <Bars {...{ ...panel, area, row, head }} />
        </g>
      );
    });
  };
  return drawPicture({ title, note, height: panels.length * 26 + rows * 17, draw });
}

function Bars({
  title,
  bars,
  format,
  area,
  row,
  head,
}: Panel & Record<'row' | 'head', number> & { area: Area }) {
  const { width, text } = area;
  const left = Math.max(...bars.map(({ name }) => widthOf(name, text))) + 8;
  const right = Math.max(...bars.map(({ value }) => widthOf(format(value), text))) + 8;
  const most = Math.max(...bars.map(({ highest }) => highest));
  const x = (value: number) => left + ((width - left - right) * value) / most;
  const thick = row * 0.56;
  return (
    <>
      <text className="strong" y={head - text * 0.75}>
        {title}
      </text>
      {bars.map(({ name, value, lowest, highest, isOurs }, index) => {
        const middle = head + row * (index + 0.5);
        return (
          <g key={name}>
            <text className={isOurs ? 'ours' : undefined} y={middle + text * 0.36}>
              {name}
            </text>
            <rect
              className={isOurs ? 'ours' : 'theirs'}
              x={left}
              y={middle - thick / 2}
              width={x(value) - left}
              height={thick}
            />
            {highest > lowest && (
              <>
                <path className="inside" d={`M${x(lowest)} ${middle}H${x(value)}`} />
                <path className="spread" d={`M${x(value)} ${middle}H${x(highest)}`} />
              </>
            )}
            <text
              className={isOurs ? 'ours' : 'strong'}
              x={x(highest) + 6}
              y={middle + text * 0.36}
            >
              {format(value)}
            </text>
          </g>
        );
      })}
      <path className="base" d={`M${left} ${head}V${head + bars.length * row}`} />
    </>
  );
}
