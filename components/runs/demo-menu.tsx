"use client";

import { Popover } from "@/components/ui/popover";
import { DemoStarter } from "./demo-starter";

/** The reconstruction, within reach when there are runs already. */
export function DemoMenu() {
  return (
    <Popover label="Load the reconstruction of the incident" trigger="Load reconstruction">
      <DemoStarter />
    </Popover>
  );
}
