import Link from "next/link";
import { Name } from "@/components/ui/name";
import { formatCount, formatNoun } from "@/lib/view/format";
import { describeLost, type GroupMapModel, type MapRow } from "@/lib/view/group-map-model";
import { MapCellLink, MapPlace, MapSwatch } from "./map-cell";

interface GroupMapProps {
  readonly model: GroupMapModel;
  /** `missing` or `to come`. */
  readonly rest: string;
  readonly withEnvironment: boolean;
  readonly hrefOf: (row: MapRow) => string;
}

const legend = [
  ["solved", "", "solved"],
  ["zero", "0", "valid zero"],
  ["zero", "?", "suspected false zero"],
  ["degraded", "D", "degraded, scored"],
  ["masked", "M", "masked"],
  ["no_result", "F", "failed"],
  ["no_result", "U", "unscored"],
  ["omitted", "–", "left out"],
] as const;

/** A row for each prompt group and a cell for each rollout: a poisoned group is seen as such. */
export function GroupMap({ model, rest, withEnvironment, hrefOf }: GroupMapProps) {
  const drawn = new Set(model.rows.flatMap(({ cells }) => cells.map((cell) => `${cell.appearance} ${cell.letter}`)));
  const hasKinds = model.rows.some(({ cells }) => cells.some((cell) => cell.kindColour !== null));
  return (
    <>
      <ul aria-label="Meaning of the cells" className="flex flex-wrap gap-x-4 gap-y-1 pt-2.5 pb-2 text-xs text-ink-2">
        {legend
          .filter(([appearance, letter]) => drawn.has(`${appearance} ${letter}`))
          .map(([appearance, letter, name]) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <MapSwatch appearance={appearance} letter={letter} />
              {name}
            </li>
          ))}
        {hasKinds && <li>line below a cell: its failure kind</li>}
      </ul>
      <ol data-group-map>
        {model.rows.map((row) => (
          <GroupRow key={row.key} row={row} rest={rest} withEnvironment={withEnvironment} href={hrefOf(row)} />
        ))}
      </ol>
      {model.elsewhere > 0 && (
        <p className="border-t border-hairline py-2 text-sm text-ink-2">
          {formatCount(model.elsewhere)} {rest}, in which groups is not known.
        </p>
      )}
    </>
  );
}

interface GroupRowProps {
  readonly row: MapRow;
  readonly rest: string;
  readonly withEnvironment: boolean;
  readonly href: string;
}

function GroupRow({ row, rest, withEnvironment, href }: GroupRowProps) {
  return (
    <li className="grid gap-x-5 gap-y-1 border-t border-hairline py-2 text-sm [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto] md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(13rem,20rem)]">
      <div className="min-w-0">
        <Link href={href} prefetch={false} className="quiet-link font-medium">
          {row.group === null ? "no group" : row.group === "" ? "(empty name)" : <Name text={row.group} limit={28} />}
        </Link>
        <span className="block text-xs text-ink-2">
          {withEnvironment && row.environment !== null && (
            <>
              <Name text={row.environment} limit={18} /> ·{" "}
            </>
          )}
          {describeLost(row)}
        </span>
      </div>
      <ul className="flex flex-wrap content-start gap-[3px]">
        {row.cells.map((cell) => (
          <li key={cell.key}>
            <MapCellLink cell={cell} />
          </li>
        ))}
        {Array.from({ length: row.places }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places are alike.
          <li key={`place ${place}`}>
            <MapPlace label={rest} />
          </li>
        ))}
        {row.hidden > 0 && (
          <li className="self-center ps-1 text-xs text-ink-2">
            and{" "}
            <Link href={href} prefetch={false} className="text-link">
              {formatNoun(row.hidden, "more")}
            </Link>
          </li>
        )}
      </ul>
      <div className="min-w-0 text-xs leading-[1.125rem]">
        <p>
          evidence <span className="font-medium">{row.evidence}</span>
          {row.parts && (
            <span className="text-ink-2">
              {" "}
              · as scored <span className="font-medium text-ink">{row.asScored}</span>
            </span>
          )}
        </p>
        <p className="text-ink-2">
          {row.signal}
          {row.advantages.length > 0 && <span className="text-ink">: {row.advantages.join(", ")}</span>}
        </p>
      </div>
    </li>
  );
}
