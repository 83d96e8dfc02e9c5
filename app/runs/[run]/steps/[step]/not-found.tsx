import { MissingStep } from "@/components/steps/missing-step";

export default function NotFound() {
  return <MissingStep />;
}
