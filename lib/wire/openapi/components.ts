/** The schemas that the document names: what requests are judged by, and what is answered. */

import { AnnotationPatch, AnnotationPost, WireAnnotation, WireAnnotationHistory, WireAnnotations } from "../annotation";
import {
  WireBucketList,
  WireCountsKept,
  WireDemoPlayed,
  WireHealth,
  WireHelloEvent,
  WireProblem,
  WireReceipt,
  WireRecordsKept,
  WireRejectedRow,
  WireResetEvent,
  WireRolloutDeleted,
  WireRunDeleted,
  WireRunFinished,
  WireSegmentNamed,
  WireStepDeclared,
  WireStepList,
  WireStepsEvent,
} from "../answers";
import { WireAttribution } from "../attribution";
import { WireComparison } from "../comparison";
import { WireImportDone, WireImportEvent } from "../import-events";
import { WireIncident } from "../incident";
import { WireIncidents } from "../incidents";
import { WireIssue, WireIssueEvent, WireIssueList } from "../issue";
import { WireIssueDetail } from "../issue-detail";
import { WireIssueDifference } from "../issue-difference";
import { IssueMergePost, IssueNotePost, IssuePatch, IssueUnmergePost } from "../issue-requests";
import { NemoGymFailureRecord, NemoGymRow } from "../nemo-gym-row";
import { WireNotice, WireNoticeBody, WireNoticeList } from "../notice";
import { OverridePost, WireOverride, WireOverrides } from "../override";
import { ProjectRename, WireProject, WireProjectList, WireProjectRenamed } from "../project";
import { ReportSectionPut, WireReport, WireReportSectionDetail } from "../report";
import { DemoPost, FinishPost, ProducerCountsPost, SegmentPost, StepPut } from "../requests";
import { WireRestore } from "../restore";
import {
  RetentionRulePut,
  RetentionRuleRemove,
  WireRetentionLog,
  WireRetentionPlan,
  WireRetentionRule,
  WireRetentionRuleList,
  WireRetentionRuleRemoved,
} from "../retention";
import { WireRollout, WireRolloutDetail, WireRolloutPage } from "../rollout";
import { Envelope, RolloutRow } from "../rollout-row";
import { RunPatch, WireRun, WireRunDetail } from "../run";
import { WireRunList, WireRunListEntry } from "../run-list";
import { RecordsPost } from "../run-record";
import { RemovalPost, WireRemoval, WireRemovalList, WireRunRestored } from "../run-removal";
import { ViewPatch, ViewPost, WireView, WireViewDeleted, WireViewList } from "../saved-view";
import { WireSearchResult, WireSearchResults } from "../search";
import { WireFrame, WireSnapshot } from "../snapshot";
import { WireBucket, WireStep } from "../step";
import { WireStepGroups } from "../step-groups";
import { WireStorage } from "../storage";
import { WireVerdict } from "../verdict";
import {
  WebhookPatch,
  WebhookPost,
  WireWebhook,
  WireWebhookDeleted,
  WireWebhookKept,
  WireWebhookList,
  WireWebhookTest,
} from "../webhook";

export const requestSchemas = {
  RolloutRow,
  NemoGymRow,
  NemoGymFailureRecord,
  Envelope,
  RunPatch,
  StepPut,
  SegmentPost,
  AnnotationPost,
  AnnotationPatch,
  FinishPost,
  OverridePost,
  ReportSectionPut,
  ProducerCountsPost,
  DemoPost,
  RecordsPost,
  WebhookPost,
  WebhookPatch,
  ViewPost,
  ViewPatch,
  IssuePatch,
  IssueNotePost,
  IssueMergePost,
  IssueUnmergePost,
  RemovalPost,
  ProjectRename,
  RetentionRulePut,
  RetentionRuleRemove,
} as const;
export type RequestName = keyof typeof requestSchemas;

export const answerSchemas = {
  Receipt: WireReceipt,
  RejectedRow: WireRejectedRow,
  Problem: WireProblem,
  RunList: WireRunList,
  RunListEntry: WireRunListEntry,
  Run: WireRun,
  RunDetail: WireRunDetail,
  Step: WireStep,
  StepList: WireStepList,
  StepGroups: WireStepGroups,
  Attribution: WireAttribution,
  Comparison: WireComparison,
  Bucket: WireBucket,
  BucketList: WireBucketList,
  Rollout: WireRollout,
  RolloutPage: WireRolloutPage,
  RolloutDetail: WireRolloutDetail,
  Annotation: WireAnnotation,
  Annotations: WireAnnotations,
  AnnotationHistory: WireAnnotationHistory,
  Incident: WireIncident,
  Incidents: WireIncidents,
  Verdict: WireVerdict,
  Override: WireOverride,
  Overrides: WireOverrides,
  Report: WireReport,
  ReportSection: WireReportSectionDetail,
  Snapshot: WireSnapshot,
  Frame: WireFrame,
  HelloEvent: WireHelloEvent,
  ResetEvent: WireResetEvent,
  StepsEvent: WireStepsEvent,
  StepDeclared: WireStepDeclared,
  SegmentNamed: WireSegmentNamed,
  RunFinished: WireRunFinished,
  CountsKept: WireCountsKept,
  RecordsKept: WireRecordsKept,
  RunDeleted: WireRunDeleted,
  RolloutDeleted: WireRolloutDeleted,
  DemoPlayed: WireDemoPlayed,
  ImportEvent: WireImportEvent,
  ImportDone: WireImportDone,
  Webhook: WireWebhook,
  WebhookList: WireWebhookList,
  WebhookKept: WireWebhookKept,
  WebhookDeleted: WireWebhookDeleted,
  WebhookTest: WireWebhookTest,
  Notice: WireNotice,
  NoticeList: WireNoticeList,
  NoticeBody: WireNoticeBody,
  SearchResult: WireSearchResult,
  SearchResults: WireSearchResults,
  View: WireView,
  ViewList: WireViewList,
  ViewDeleted: WireViewDeleted,
  Health: WireHealth,
  Issue: WireIssue,
  IssueList: WireIssueList,
  IssueEvent: WireIssueEvent,
  IssueDetail: WireIssueDetail,
  IssueDifference: WireIssueDifference,
  Removal: WireRemoval,
  RemovalList: WireRemovalList,
  RunRestored: WireRunRestored,
  Project: WireProject,
  ProjectList: WireProjectList,
  ProjectRenamed: WireProjectRenamed,
  Restore: WireRestore,
  RetentionRule: WireRetentionRule,
  RetentionRuleList: WireRetentionRuleList,
  RetentionRuleRemoved: WireRetentionRuleRemoved,
  RetentionPlan: WireRetentionPlan,
  RetentionLog: WireRetentionLog,
  Storage: WireStorage,
} as const;
export type AnswerName = keyof typeof answerSchemas;
