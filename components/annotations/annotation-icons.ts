import { GraduationCap, type LucideIcon, MessageSquareText, RotateCcw } from "lucide-react";
import type { AnnotationKind } from "@/lib/core/annotation";

export const annotationIcons: Readonly<Record<AnnotationKind, LucideIcon>> = {
  note: MessageSquareText,
  curriculum: GraduationCap,
  restart: RotateCcw,
};
