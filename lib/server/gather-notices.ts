import type { IncidentEvent, NewNotice } from "@/lib/core/alerts/notice";
import { type News, type PlannedNotice, planNotices } from "@/lib/core/alerts/plan-notices";
import type { RunDetail } from "@/lib/core/run";
import type { RunIncident, RunVerdict } from "@/lib/core/run-incident";
import { noticeHref } from "@/lib/view/notice-link";
import { toWireIncident } from "@/lib/wire/incident";
import { NoticeFacts } from "@/lib/wire/notice";
import { toWireVerdict } from "@/lib/wire/verdict";
import type { Context } from "./context";
import { makeKey } from "./summarise-notices";

/** Events that are read at once. */
const eventsAtOnce = 200;

/** All that is known of a run when its incidents are told. */
interface RunFacts {
  readonly detail: RunDetail;
  readonly incidents: readonly RunIncident[];
  readonly verdict: RunVerdict;
}

async function readRunFacts({ store }: Context, run: string): Promise<RunFacts | null> {
  const [detail, incidents, verdict] = await Promise.all([
    store.reader.readRun(run),
    store.reader.listIncidents(run),
    store.reader.readVerdict(run),
  ]);
  return detail === null ? null : { detail, incidents, verdict };
}

/** When the rollouts of a step finished, as far as anybody told. */
async function readHappenedAt({ store }: Context, run: string, step: number | null, incident: RunIncident | undefined) {
  if (step === null || incident === undefined) return null;
  const { split, segment } = incident;
  const filter = { run, split, segment, from: step, to: step, environment: undefined, labels: [] };
  const { steps } = await store.reader.listSteps(filter);
  return steps[0]?.finishedAt ?? null;
}

/** What is told of an incident that is no more: what was told of it last, and that it is withdrawn. */
function recallFacts(body: string | null): NoticeFacts | null {
  if (body === null) return null;
  const facts = NoticeFacts.parse(JSON.parse(body));
  const text = `It counts as none any more. It was: ${facts.incident.words}.`;
  return { ...facts, text, incident: { ...facts.incident, state: "withdrawn" } };
}

function toFacts({ detail, verdict }: RunFacts, incident: RunIncident): NoticeFacts {
  const { run, settings, state, lastStep } = detail;
  const wire = toWireIncident(incident);
  const { last_clean_checkpoint, ...told } = toWireVerdict(verdict);
  // Parsing leaves what a notice does not tell, such as the single shifts.
  return NoticeFacts.parse({
    text: `${wire.words}.`,
    path: noticeHref(run, incident),
    run: {
      run,
      name: settings.title,
      project: settings.project,
      tags: [...settings.tags],
      state,
      last_step: lastStep,
    },
    incident: wire,
    verdict: told,
    last_clean_checkpoint,
  });
}

/** Runs are read once, however many events they have. */
class Facts {
  readonly #context: Context;
  readonly #runs = new Map<string, Promise<RunFacts | null>>();

  constructor(context: Context) {
    this.#context = context;
  }

  #read(run: string): Promise<RunFacts | null> {
    const known = this.#runs.get(run) ?? readRunFacts(this.#context, run);
    this.#runs.set(run, known);
    return known;
  }

  async toNews(event: IncidentEvent): Promise<News | null> {
    const facts = await this.#read(event.run);
    // A run that was put away alarms nobody.
    if (facts === null || facts.detail.archivedAt !== null) return null;
    const { settings, run } = facts.detail;
    const incident = facts.incidents.find(({ id }) => id === event.incident);
    return {
      ...event,
      filtered: { run, project: settings.project, tags: settings.tags },
      isExpected: incident?.isExpected ?? false,
      happenedAt: await readHappenedAt(this.#context, run, event.step, incident),
    };
  }

  /** What can't be written once never can, and would keep every other notice waiting: it is left out, and logged. */
  #write({ run, incident }: News, work: () => NoticeFacts | null): NoticeFacts | null {
    try {
      return work();
    } catch (error) {
      this.#context.log.error({ err: error, run, incident }, "a notice could not be written, and is told to nobody");
      return null;
    }
  }

  async toNotice({ webhook, news, event, state, why }: PlannedNotice): Promise<NewNotice | null> {
    const facts = await this.#read(news.run);
    const incident = facts?.incidents.find(({ id }) => id === news.incident);
    const body =
      facts !== null && incident !== undefined && event !== "withdrawn"
        ? null
        : await this.#context.store.alerts.readNoticeBody(news.incident);
    const told = this.#write(news, () =>
      facts !== null && incident !== undefined && event !== "withdrawn" ? toFacts(facts, incident) : recallFacts(body),
    );
    if (told === null) return null;
    return {
      key: makeKey(webhook, news.incident, news.id),
      webhook,
      eventId: news.id,
      run: news.run,
      incident: news.incident,
      event,
      severity: told.incident.severity,
      text: told.text,
      body: JSON.stringify(told),
      state,
      why,
      createdAt: news.at,
    };
  }
}

function isPresent<Value>(value: Value | null): value is Value {
  return value !== null;
}

/**
 * Makes notices of what happened to incidents since it was last asked, each once: the number of the last event that was
 * looked at is kept in the commit that queues its notices.
 *
 * @returns whether there may be more.
 */
export async function gatherNotices(context: Context): Promise<boolean> {
  const { reader, alerts } = context.store;
  const from = await alerts.readNoticed();
  const events = await reader.listIncidentEvents(from, eventsAtOnce);
  const last = events[events.length - 1];
  if (last === undefined) return false;
  const webhooks = await alerts.listWebhooks();
  const facts = new Facts(context);
  const notices: NewNotice[] = [];
  if (webhooks.length > 0) {
    const news = (await Promise.all(events.map((event) => facts.toNews(event)))).filter(isPresent);
    const told = await alerts.listTold([...new Set(news.map(({ incident }) => incident))], false);
    const planned = planNotices(news, webhooks, told);
    for (const plan of planned) {
      const notice = await facts.toNotice(plan);
      if (notice !== null) notices.push(notice);
    }
  }
  await alerts.appendNotices(from, last.id, notices);
  return events.length === eventsAtOnce;
}
