import { expect, test } from "vitest";
import { noon, type Promises, present } from "../tested-store";

const view = {
  name: "Lost sessions",
  page: "rollouts",
  run: "browser-7",
  query: "kind=session_lost",
  author: "ada",
} as const;

export const viewPromises: Promises = (tested) => {
  const views = () => tested().store.views;

  test("a view is kept as it was saved, for a run that there need not be, and read back", async () => {
    const kept = await views().addView(view, noon);
    expect(kept).toEqual({ ...view, id: kept.id, version: 1, createdAt: noon, changedAt: noon });
    expect(await views().readView(kept.id)).toEqual(kept);
    expect(await views().readView(kept.id + 1)).toBeNull();
    await tested().store.writer.rebuildSummaries();
    expect(await views().listViews()).toEqual([kept]);
  });

  test("lists what changed last first", async () => {
    const one = await views().addView({ ...view, name: "one" }, noon);
    await views().addView({ ...view, name: "two", run: null }, noon + 1);
    await views().changeView(one.id, { version: 1, name: "one again" }, noon + 2);
    expect((await views().listViews()).map(({ name }) => name)).toEqual(["one again", "two"]);
  });

  test("of two who change it at once one wins, and the other is told", async () => {
    const { id } = await views().addView(view, noon);
    expect(await views().changeView(id, { version: 1, name: "Mine", query: "" }, noon + 1)).toMatchObject({
      name: "Mine",
      query: "",
      run: "browser-7",
      version: 2,
      changedAt: noon + 1,
    });
    await expect(views().changeView(id, { version: 1, name: "Theirs" }, noon)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(views().removeView(id, 1)).rejects.toMatchObject({ code: "conflict" });
    expect(present(await views().readView(id)).name).toBe("Mine");
    expect(await views().removeView(id, 2)).toBe(true);
    expect(await views().removeView(id, undefined)).toBe(false);
    expect(await views().changeView(id, { version: 2 }, noon)).toBeNull();
  });
};
