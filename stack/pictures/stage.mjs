/** The stage: signed-distance shapes, people posed by their hands and feet, and the renderer that lights them. */

// --- vectors -----------------------------------------------------------------------------------
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const mul = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** Plain square roots: Math.hypot guards against overflow and costs several times as much. */
const flat = (a, b) => Math.sqrt(a * a + b * b);
const deep = (a, b, c) => Math.sqrt(a * a + b * b + c * c);
export const len = (a) => deep(a[0], a[1], a[2]);
export const unit = (a) => mul(a, 1 / (len(a) || 1));
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const mix = (a, b, t) => add(mul(a, 1 - t), mul(b, t));
const clamp01 = (x) => (x < 0 ? 0 : x > 1 ? 1 : x);
const smooth = (a, b, x) => {
  const t = clamp01((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};

/** Repeatable noise: the same scene gives the same picture on every machine. */
const hash = (x, y) => {
  const s = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return s - Math.floor(s);
};
export const noise = (x, y) => {
  const i = Math.floor(x),
    j = Math.floor(y),
    u = x - i,
    v = y - j,
    a = u * u * (3 - 2 * u),
    b = v * v * (3 - 2 * v);
  return (
    (hash(i, j) * (1 - a) + hash(i + 1, j) * a) * (1 - b) + (hash(i, j + 1) * (1 - a) + hash(i + 1, j + 1) * a) * b
  );
};
export const fbm = (x, y) =>
  noise(x, y) * 0.5 +
  noise(x * 2.03, y * 2.03) * 0.25 +
  noise(x * 4.1, y * 4.1) * 0.125 +
  noise(x * 8.3, y * 8.3) * 0.0625;

// --- shapes ------------------------------------------------------------------------------------
export const SKIN = 0,
  CLOTH = 1,
  HAIR = 2,
  METAL = 3,
  WOOD = 4,
  GLOW = 5;
export const bone = (a, b, ra, rb = ra, mat = SKIN, soft = 0.025) => ({
  kind: 0,
  a,
  b,
  ra,
  rb,
  mat,
  soft,
  ba: sub(b, a),
  il: 1 / (dot(sub(b, a), sub(b, a)) || 1e-9),
});
export const ball = (c, r, mat = SKIN, soft = 0.025) => bone(c, add(c, [0, 1e-4, 0]), r, r, mat, soft);
export const blob = (c, r, mat = SKIN, soft = 0.025) => ({ kind: 1, a: c, r, mat, soft });
export const ring = (c, axis, R, r, mat = METAL) => ({ kind: 2, a: c, n: unit(axis), R, r, mat, soft: 0 });
export const box = (c, h, r, mat = METAL, yaw = 0) => ({
  kind: 3,
  a: c,
  h,
  r,
  mat,
  soft: 0,
  co: Math.cos(yaw),
  si: Math.sin(yaw),
});
export const rod = (c, axis, half, R, r, mat = METAL) => ({ kind: 4, a: c, n: unit(axis), half, R, r, mat, soft: 0 });
/** Cloth hanging from `top`, opening from `r0` to `r1` over `h`, with folds. */
export const drape = (top, h, r0, r1, folds = 9, lean = [0, 0], mat = CLOTH, phase = 0, soft = 0.03) => ({
  kind: 5,
  a: top,
  h,
  r0,
  r1,
  folds,
  lean,
  mat,
  soft,
  phase,
});

const distance = (s, x, y, z) => {
  const a = s.a,
    px = x - a[0],
    py = y - a[1],
    pz = z - a[2];
  if (s.kind === 0) {
    const b = s.ba,
      t = clamp01((px * b[0] + py * b[1] + pz * b[2]) * s.il);
    const dx = px - b[0] * t,
      dy = py - b[1] * t,
      dz = pz - b[2] * t;
    return Math.sqrt(dx * dx + dy * dy + dz * dz) - (s.ra + (s.rb - s.ra) * t);
  }
  if (s.kind === 1) {
    const r = s.r,
      k0 = deep(px / r[0], py / r[1], pz / r[2]),
      k1 = deep(px / (r[0] * r[0]), py / (r[1] * r[1]), pz / (r[2] * r[2]));
    return k1 < 1e-9 ? -Math.min(r[0], r[1], r[2]) : (k0 * (k0 - 1)) / k1;
  }
  if (s.kind === 2) {
    const n = s.n,
      h = px * n[0] + py * n[1] + pz * n[2];
    return flat(Math.sqrt(Math.max(0, px * px + py * py + pz * pz - h * h)) - s.R, h) - s.r;
  }
  if (s.kind === 3) {
    const qx = Math.abs(px * s.co - pz * s.si) - s.h[0],
      qy = Math.abs(py) - s.h[1],
      qz = Math.abs(px * s.si + pz * s.co) - s.h[2];
    return deep(Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0)) + Math.min(Math.max(qx, qy, qz), 0) - s.r;
  }
  if (s.kind === 4) {
    const n = s.n,
      h = px * n[0] + py * n[1] + pz * n[2],
      q = Math.sqrt(Math.max(0, px * px + py * py + pz * pz - h * h)) - s.R,
      v = Math.abs(h) - s.half;
    return flat(Math.max(q, 0), Math.max(v, 0)) + Math.min(Math.max(q, v), 0) - s.r;
  }
  const t = clamp01(-py / s.h),
    cx = px - s.lean[0] * t * t,
    cz = pz - s.lean[1] * t * t,
    ang = Math.atan2(cz, cx);
  const R =
    (s.r0 + (s.r1 - s.r0) * Math.pow(t, 1.25)) *
    (1 + 0.13 * t * Math.sin(ang * s.folds + s.phase + t * 1.7) + 0.05 * t * Math.sin(ang * (s.folds * 2 + 1) + 2.1));
  return Math.max(flat(cx, cz) - R, py, -py - s.h) * 0.72;
};

/** Side of a cell of the grid, in metres. */
const CELL = 0.05;
/** Distance from the shapes' bounds within which the exact distance is worked out, in metres. */
const MARGIN = 0.15;

/**
 * All the shapes of a scene as one function; the nearest material is left in `field.mat`.
 * A grid remembers, for each cell once visited, the shapes that can be nearest or blend there: most rays then test five of fifty.
 */
export const createField = (shapes) => {
  const low = [1e9, 1e9, 1e9],
    high = [-1e9, -1e9, -1e9],
    softest = Math.max(0, ...shapes.map((s) => s.soft));
  for (const s of shapes) {
    const pts = s.kind === 0 ? [s.a, s.b] : [s.a],
      r =
        s.kind === 0
          ? Math.max(s.ra, s.rb)
          : s.kind === 1
            ? Math.max(...s.r)
            : s.kind === 2
              ? s.R + s.r
              : s.kind === 3
                ? len(s.h) + s.r
                : s.kind === 4
                  ? flat(s.half, s.R) + s.r
                  : s.h + s.r1 * 1.3;
    for (const p of pts)
      for (let i = 0; i < 3; i++) {
        low[i] = Math.min(low[i], p[i] - r);
        high[i] = Math.max(high[i], p[i] + r);
      }
  }
  const c = mul(add(low, high), 0.5),
    h = add(mul(sub(high, low), 0.5), [0.05, 0.05, 0.05]);
  const from = sub(sub(c, h), [MARGIN, MARGIN, MARGIN]),
    cells = mul(add(h, [MARGIN, MARGIN, MARGIN]), 2 / CELL).map((n) => Math.ceil(n) + 1),
    grid = new Array(cells[0] * cells[1] * cells[2]);
  const shapesNear = (i, j, k) => {
    const x = from[0] + (i + 0.5) * CELL,
      y = from[1] + (j + 0.5) * CELL,
      z = from[2] + (k + 0.5) * CELL,
      reach = CELL * 0.87;
    const far = shapes.map((s) => distance(s, x, y, z)),
      slack = (s) => reach * (s.kind === 1 || s.kind === 5 ? 2 : 1); // ellipsoids and drapes are only nearly distances
    const most = Math.min(...shapes.map((s, n) => far[n] + slack(s))) + softest;
    return shapes.filter((s, n) => far[n] - slack(s) <= most);
  };
  const at = (x, y, z) => {
    const ox = Math.abs(x - c[0]) - h[0],
      oy = Math.abs(y - c[1]) - h[1],
      oz = Math.abs(z - c[2]) - h[2],
      out = Math.max(ox, oy, oz);
    if (out > MARGIN) return out;
    const i = Math.floor((x - from[0]) / CELL),
      j = Math.floor((y - from[1]) / CELL),
      k = Math.floor((z - from[2]) / CELL),
      cell = (k * cells[1] + j) * cells[0] + i;
    const close = (grid[cell] ??= shapesNear(i, j, k));
    let d = 1e9,
      best = 1e9;
    for (const s of close) {
      const e = distance(s, x, y, z);
      if (e < best) {
        best = e;
        at.mat = s.mat;
      }
      if (s.soft > 0) {
        const w = clamp01(0.5 + (0.5 * (d - e)) / s.soft);
        d = d * (1 - w) + e * w - s.soft * w * (1 - w);
      } else if (e < d) d = e;
    }
    return d;
  };
  at.mat = 0;
  at.low = sub(c, h);
  at.high = add(c, h);
  return at;
};

// --- people ------------------------------------------------------------------------------------
/** Two bones from a to b; `pole` is where the joint points. */
const bend = (a, b, l1, l2, pole) => {
  const v = sub(b, a),
    d = Math.min(len(v), (l1 + l2) * 0.999),
    n = unit(v),
    x = (l1 * l1 - l2 * l2 + d * d) / (2 * d);
  const side = unit(sub(pole, mul(n, dot(pole, n))));
  return { joint: add(a, add(mul(n, x), mul(side, Math.sqrt(Math.max(0, l1 * l1 - x * x))))), end: add(a, mul(n, d)) };
};

/** The head looks along `face`; hair is cut | bun | bob | long | afro | none. */
const head = (c, face, up, hair) => {
  const f = unit(face),
    u = unit(sub(up, mul(f, dot(up, f)))),
    s = cross(f, u),
    at = (x, y, z = 0) => add(c, add(add(mul(f, x), mul(u, y)), mul(s, z)));
  const parts = [
    ball(at(-0.012, 0.028), 0.094),
    bone(at(0.028, 0.03), at(0.05, -0.07), 0.07, 0.043),
    bone(at(0.088, 0.022), at(0.112, -0.018), 0.009, 0.013, SKIN, 0.018),
    ball(at(0.09, -0.052), 0.014, SKIN, 0.018),
    ball(at(0.076, -0.092), 0.024, SKIN, 0.02),
    ball(at(0.0, -0.01, 0.088), 0.018, SKIN, 0.01),
    ball(at(0.0, -0.01, -0.088), 0.018, SKIN, 0.01),
  ];
  const cap = [ball(at(-0.03, 0.05), 0.1, HAIR, 0.012), ball(at(0.012, 0.078), 0.074, HAIR, 0.02)];
  const cuts = {
    none: [],
    cut: cap,
    bun: [...cap, ball(at(-0.095, 0.13), 0.052, HAIR, 0.03)],
    knot: [...cap, ball(at(-0.135, 0.0), 0.048, HAIR, 0.03)],
    bob: [
      ...cap,
      bone(at(-0.03, 0.03, 0.075), at(-0.01, -0.09, 0.085), 0.05, 0.036, HAIR),
      bone(at(-0.03, 0.03, -0.075), at(-0.01, -0.09, -0.085), 0.05, 0.036, HAIR),
      bone(at(-0.07, 0.02), at(-0.075, -0.1), 0.075, 0.06, HAIR),
    ],
    long: [
      ...cap,
      bone(at(-0.06, 0.02), at(-0.115, -0.2), 0.085, 0.07, HAIR, 0.04),
      bone(at(-0.115, -0.2), at(-0.14, -0.38), 0.07, 0.025, HAIR, 0.04),
      bone(at(-0.03, 0, 0.07), at(-0.06, -0.2, 0.085), 0.05, 0.03, HAIR),
      bone(at(-0.03, 0, -0.07), at(-0.06, -0.2, -0.085), 0.05, 0.03, HAIR),
    ],
    afro: [
      ball(at(-0.035, 0.06), 0.165, HAIR, 0.02),
      ball(at(-0.1, 0.0, 0.05), 0.11, HAIR, 0.03),
      ball(at(-0.1, 0.0, -0.05), 0.11, HAIR, 0.03),
      ball(at(0.0, 0.13), 0.11, HAIR, 0.03),
    ],
  };
  return [...parts, ...cuts[hair]];
};

/**
 * A person. `hips`, `chest` and `head` are points; hands and feet are targets that the arms and legs reach for.
 * `across` is the line of the shoulders, from the right one to the left one.
 */
export const person = (p) => {
  const build = p.build ?? 1,
    across = unit(p.across ?? [1, 0, 0]),
    hipLine = unit(p.hipLine ?? across),
    skin = p.bare ?? SKIN,
    top = p.top ?? CLOTH,
    leg = p.leg ?? CLOTH;
  const sw = p.shoulders ?? 0.165,
    shL = add(p.chest, add(mul(across, sw), [0, 0.07, 0])),
    shR = add(p.chest, add(mul(across, -sw), [0, 0.07, 0]));
  const hipL = add(p.hips, mul(hipLine, 0.085)),
    hipR = add(p.hips, mul(hipLine, -0.085)),
    neck = mix(p.chest, p.head, 0.42),
    waist = mix(p.hips, p.chest, 0.42);
  const face = p.face ?? [0, 0, 1],
    up = p.up ?? sub(p.head, p.chest),
    spine = unit(sub(p.chest, p.hips));
  const shapes = [
    bone(hipL, hipR, 0.1 * build, 0.1 * build, leg, 0.05),
    bone(p.hips, waist, 0.108 * build, 0.1 * build, top, 0.06),
    bone(add(waist, mul(across, 0.028)), add(p.chest, mul(across, sw * 0.48)), 0.088 * build, 0.1 * build, top, 0.06),
    bone(add(waist, mul(across, -0.028)), add(p.chest, mul(across, -sw * 0.48)), 0.088 * build, 0.1 * build, top, 0.06),
    bone(shL, shR, 0.056 * build, 0.056 * build, p.straps ? skin : top, 0.05),
    bone(add(neck, mul(spine, -0.05)), add(p.head, mul(unit(up), -0.05)), 0.056 * build, 0.047 * build, skin, 0.045),
    bone(mix(shL, neck, 0.25), neck, 0.045 * build, 0.05 * build, p.straps ? skin : top, 0.05),
    bone(mix(shR, neck, 0.25), neck, 0.045 * build, 0.05 * build, p.straps ? skin : top, 0.05),
    ...head(p.head, face, up, p.hair ?? 'cut'),
  ];
  const arm = (sh, hand, pole) => {
    if (!hand) return;
    const { joint, end } = bend(sh, hand, 0.285, 0.255, pole ?? [0, -1, 0.2]),
      dir = unit(sub(end, joint)),
      sl = p.sleeves ? top : skin;
    shapes.push(
      bone(sh, joint, 0.054 * build, 0.039 * build, sl),
      bone(joint, end, 0.04 * build, 0.027, p.sleeves === 'long' ? top : skin),
      bone(end, add(end, mul(dir, 0.075)), 0.029, 0.02, skin),
      bone(add(end, mul(dir, 0.07)), add(end, mul(dir, 0.15)), 0.018, 0.009, skin, 0.02),
    );
  };
  const limb = (hip, foot, pole, toe) => {
    if (!foot) return;
    const { joint, end } = bend(hip, foot, 0.43, 0.42, pole ?? [0, 0, 1]);
    const dir = toe ? unit(toe) : unit(add(mul(unit(sub(end, joint)), 0.6), [0, 0, 0.4]));
    shapes.push(
      bone(hip, joint, 0.093 * build, 0.058 * build, leg, 0.05),
      bone(mix(joint, end, 0), mix(joint, end, 0.35), 0.056 * build, 0.056 * build, leg, 0.04),
      bone(mix(joint, end, 0.35), end, 0.055 * build, 0.034, leg, 0.04),
      bone(end, add(end, mul(dir, 0.15)), 0.034, 0.016, skin),
    );
  };
  arm(shL, p.handL, p.elbowL);
  arm(shR, p.handR, p.elbowR);
  limb(hipL, p.footL, p.kneeL, p.toeL);
  limb(hipR, p.footR, p.kneeR, p.toeR);
  return shapes;
};

/** A line of cloth or rope through points. */
export const ribbon = (points, r0, r1, mat = CLOTH, steps = 14) => {
  const cr = (a, b, c, d, t) =>
    a.map(
      (_, i) =>
        0.5 *
        (2 * b[i] +
          (c[i] - a[i]) * t +
          (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t +
          (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t * t * t),
    );
  const at = (t) => {
    const n = points.length - 1,
      k = Math.min(n - 1, Math.floor(t * n)),
      g = (i) => points[Math.max(0, Math.min(n, i))];
    return cr(g(k - 1), g(k), g(k + 1), g(k + 2), t * n - k);
  };
  return Array.from({ length: steps }, (_, i) =>
    bone(
      at(i / steps),
      at((i + 1) / steps),
      r0 + ((r1 - r0) * i) / steps,
      r0 + ((r1 - r0) * (i + 1)) / steps,
      mat,
      0.02,
    ),
  );
};

// --- light -------------------------------------------------------------------------------------
const albedoOf = (scene, mat) =>
  scene.paint?.[mat] ??
  [
    [0.5, 0.36, 0.29],
    [0.11, 0.09, 0.11],
    [0.05, 0.035, 0.035],
    [0.3, 0.3, 0.32],
    [0.34, 0.15, 0.06],
    [1, 1, 1],
  ][mat];

/** Returns the share of a spot's light that reaches a point, before shadows. */
const beam = (l, x, y, z) => {
  const dx = x - l.at[0],
    dy = y - l.at[1],
    dz = z - l.at[2],
    d = deep(dx, dy, dz);
  if (!l.to) return l.power / (0.25 + d * d);
  const c = (dx * l.dir[0] + dy * l.dir[1] + dz * l.dir[2]) / d;
  return (smooth(l.cosOut, l.cosIn, c) * l.power * 0.3) / (0.6 + 0.14 * d * d);
};

/** Renders linear light (Float32Array of width * height * 3), and where something stands in front of the backdrop. */
export const render = (scene, width, height) => {
  const field = createField(scene.shapes),
    cam = scene.camera,
    fwd = unit(sub(cam.to, cam.at)),
    right = unit(cross(fwd, [cam.roll ?? 0, 1, 0])),
    up = cross(right, fwd),
    zoom = Math.tan((cam.fov * Math.PI) / 360),
    aspect = width / height;
  const lights = scene.lights.map((l) =>
    l.to
      ? {
          ...l,
          dir: unit(sub(l.to, l.at)),
          cosOut: Math.cos((l.angle * Math.PI) / 180),
          cosIn: Math.cos((l.angle * (l.edge ?? 0.55) * Math.PI) / 180),
        }
      : l,
  );
  const back = scene.back ?? {},
    zb = back.z ?? -3.2;

  const march = (o, d, far) => {
    let lo = 0,
      hi = far;
    for (let i = 0; i < 3; i++) {
      const a = (field.low[i] - o[i]) / d[i],
        b = (field.high[i] - o[i]) / d[i];
      lo = Math.max(lo, Math.min(a, b));
      hi = Math.min(hi, Math.max(a, b));
    }
    for (let t = lo, i = 0; t < hi && i < 90; i++) {
      const e = field(o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t);
      if (e < 0.0011) return t;
      t += e * 0.9;
    }
    return -1;
  };
  const shade = (p, l) => {
    // soft shadow
    const v = sub(l.at, p),
      far = len(v),
      d = mul(v, 1 / far);
    let k = 1;
    for (let t = 0.03, i = 0; t < far && i < 40; i++) {
      const e = field(p[0] + d[0] * t, p[1] + d[1] * t, p[2] + d[2] * t);
      if (e < 0.001) return 0;
      k = Math.min(k, (14 * e) / t);
      t += Math.max(0.015, e);
      if (p[1] + d[1] * t > 6) break;
    }
    return clamp01(k);
  };
  const normal = (p) => {
    const e = 0.0012,
      f = (x, y, z) => field(p[0] + x, p[1] + y, p[2] + z),
      a = f(e, -e, -e),
      b = f(-e, -e, e),
      c = f(-e, e, -e),
      d = f(e, e, e);
    return unit([a - b - c + d, -a - b + c + d, -a + b - c + d]);
  };

  const body = (p, d) => {
    field(p[0], p[1], p[2]);
    const mat = field.mat;
    let n = normal(p);
    field.mat = mat;
    if (mat === HAIR) {
      const w = (noise(p[0] * 210 + p[2] * 150, p[1] * 34) - 0.5) * 0.55;
      n = unit([n[0] + w, n[1], n[2] - w]);
    }
    if (mat === CLOTH) {
      const w = (fbm(p[0] * 16 + p[1] * 5, p[1] * 7 - p[2] * 9) - 0.45) * (scene.crease ?? 0.7);
      n = unit([n[0] + w, n[1] + w * 0.3, n[2] - w * 0.4]);
    }
    const alb = albedoOf(scene, mat),
      matte = scene.matte ?? 0.24,
      rim = Math.pow(1 - Math.abs(dot(n, d)), 2.6),
      out = mul(alb, 0);
    if (mat === GLOW) return mul(scene.glow ?? [1, 0.8, 0.5], 3);
    for (const l of lights) {
      let k = beam(l, p[0], p[1], p[2]);
      if (k < 0.002) continue;
      const v = unit(sub(l.at, p)),
        nl = dot(n, v);
      if (nl < -0.35) continue;
      k *= l.shadow === false ? 1 : 0.12 + 0.88 * shade(add(p, mul(n, 0.012)), l);
      const hv = unit(sub(v, d)),
        gloss = mat === METAL ? 60 : mat === WOOD ? 40 : mat === HAIR ? 22 : mat === SKIN ? 18 : 9,
        spec =
          Math.pow(Math.max(0, dot(n, hv)), gloss) *
          (mat === METAL ? 1.5 : mat === WOOD ? 0.7 : mat === HAIR ? 0.45 : mat === SKIN ? 0.28 : 0.1);
      const wrap = Math.max(0, (nl + 0.18) / 1.18),
        edge = rim * Math.max(0, nl + 0.3) * (mat === CLOTH ? 0.5 : 0.75);
      for (let i = 0; i < 3; i++)
        out[i] += l.color[i] * k * (alb[i] * wrap * matte + spec * (0.4 + 0.6 * matte) + edge * 0.75);
    }
    const amb = scene.ambient ?? [0.02, 0.015, 0.025];
    for (let i = 0; i < 3; i++) out[i] += amb[i] * alb[i] * (0.6 + 0.4 * n[1]) * 6;
    return out;
  };

  const backdrop = (o, d) => {
    const t = (zb - o[2]) / d[2],
      x = o[0] + d[0] * t,
      y = o[1] + d[1] * t,
      c = (back.color ?? [0.05, 0.02, 0.04]).slice();
    if (!(t > 0)) return mul(c, 0.2);
    let nx = 0,
      depth = 1;
    if (back.folds) {
      const s = x * back.folds + Math.sin(y * 0.6 + x * 1.3) * 0.5 + fbm(x * 1.4, 3) * 3.4;
      nx = Math.cos(s) * 0.85 + Math.cos(s * 2.3 + 1) * 0.25;
      depth = 0.42 + 0.58 * (0.5 + 0.5 * Math.sin(s));
    }
    const n = unit([nx, 0, 1]),
      out = mul(c, 0);
    for (const l of lights) {
      if (l.back === false) continue;
      const p = [x, y, zb],
        k = beam(l, x, y, zb);
      if (k < 0.002) continue;
      const nl = Math.max(0, dot(n, unit(sub(l.at, p)))) * 0.9 + 0.1;
      for (let i = 0; i < 3; i++) out[i] += l.color[i] * k * nl * depth * c[i] * 9;
    }
    for (let i = 0; i < 3; i++) out[i] += c[i] * depth * 0.22;
    for (const g of back.glows ?? []) {
      const r = flat((x - g.at[0]) / (g.stretch ?? 1), y - g.at[1]);
      const k = g.hard
        ? smooth(g.r + (g.soft ?? 0.03), g.r - (g.soft ?? 0.03), r) * (0.78 + 0.32 * fbm(x * 1.6 + 9, y * 1.6)) +
          Math.exp(-Math.max(0, r - g.r) / (g.halo ?? 0.5)) * 0.3
        : Math.exp(-(r * r) / (g.r * g.r));
      for (let i = 0; i < 3; i++) out[i] += g.color[i] * k;
    }
    for (const b of back.bars ?? []) {
      const q = Math.max(Math.abs(x - b.at[0]) - b.w, 0),
        v = Math.max(Math.abs(y - b.at[1]) - b.h, 0),
        r = flat(q, v),
        k = Math.exp(-(r * r) / (b.soft * b.soft)) + 0.25 * Math.exp(-r / (b.soft * 5));
      for (let i = 0; i < 3; i++) out[i] += b.color[i] * k;
    }
    return out;
  };

  const world = (o, d, depth) => {
    const tf = scene.floor && d[1] < -1e-4 ? -o[1] / d[1] : 1e9,
      tb = d[2] < -1e-4 ? (zb - o[2]) / d[2] : 1e9,
      t = march(o, d, Math.min(tf, tb, 30));
    if (t > 0) return { c: body(add(o, mul(d, t)), d), t, hit: 1 };
    if (tf < tb) {
      const p = add(o, mul(d, tf)),
        c = [0, 0, 0],
        col = scene.floor.color ?? [0.03, 0.02, 0.025];
      for (const l of lights) {
        let k = beam(l, p[0], p[1], p[2]);
        if (k < 0.002) continue;
        k *= Math.max(0.05, unit(sub(l.at, p))[1]) * (0.1 + 0.9 * shade(add(p, [0, 0.004, 0]), l));
        for (let i = 0; i < 3; i++)
          c[i] += l.color[i] * k * col[i] * 10 * (0.85 + 0.3 * noise(p[0] * 60, p[2] * 3)) * smooth(zb, zb + 1.6, p[2]);
      }
      if (depth < 1) {
        const gl = scene.floor.gloss ?? 0.3,
          fr = gl * (0.25 + 0.75 * Math.pow(1 + d[1], 3)),
          j = 0.012,
          s = [0, 0, 0],
          N = 3;
        for (let i = 0; i < N; i++) {
          const r = world(
            add(p, [0, 0.002, 0]),
            unit([
              d[0] + (hash(p[0] * 999 + i, p[2] * 777) - 0.5) * j,
              -d[1] + (hash(p[2] * 913, p[0] * 571 + i) - 0.5) * j * 3,
              d[2],
            ]),
            depth + 1,
          ).c;
          for (let q = 0; q < 3; q++) s[q] += Math.min(r[q], 3) / N;
        }
        for (let i = 0; i < 3; i++) c[i] += s[i] * fr;
      }
      return { c, t: tf, hit: 0 };
    }
    return { c: backdrop(o, d), t: Math.min(tb, 12), hit: 0 };
  };

  const ray = (x, y) => unit(add(fwd, add(mul(right, (x * 2 - 1) * zoom * aspect), mul(up, (1 - y * 2) * zoom))));
  const light = new Float32Array(width * height * 3),
    depthMap = new Float32Array(width * height),
    near = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const r = world(cam.at, ray((x + 0.5) / width, (y + 0.5) / height), 0);
      depthMap[i] = r.t;
      near[i] = r.hit;
      light[i * 3] = r.c[0];
      light[i * 3 + 1] = r.c[1];
      light[i * 3 + 2] = r.c[2];
    }
  if (scene.haze) haze(light, depthMap);
  return { light, near };

  /** Light made visible by the air: integrated at a quarter of the size, with the shadows people cast in it. */
  function haze(out, depths) {
    const q = 4,
      w = Math.ceil(width / q),
      h = Math.ceil(height / q),
      air = new Float32Array(w * h * 3),
      N = 26,
      spots = lights.filter((l) => l.haze !== 0);
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const d = ray((x + 0.5) / w, (y + 0.5) / h),
          far = Math.min(depths[Math.min(height - 1, y * q) * width + Math.min(width - 1, x * q)], 9),
          j = hash(x, y),
          s = [0, 0, 0];
        for (let k = 0; k < N; k++) {
          const t = (far * (k + j)) / N,
            p = add(cam.at, mul(d, t)),
            dense = 0.45 + 1.1 * fbm(p[0] * 1.1 + p[2], p[1] * 0.9 - p[2] * 0.6 + 4);
          for (const l of spots) {
            let b = beam(l, p[0], p[1], p[2]);
            if (b < 0.003) continue;
            if (l.shafts) b *= shade(p, l);
            b *= dense * (l.haze ?? 1);
            s[0] += l.color[0] * b;
            s[1] += l.color[1] * b;
            s[2] += l.color[2] * b;
          }
        }
        const i = (y * w + x) * 3,
          k = (scene.haze * 0.16 * far) / N;
        air[i] = s[0] * k;
        air[i + 1] = s[1] * k;
        air[i + 2] = s[2] * k;
      }
    const soft = blur(air, w, h, 1.6);
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        const fx = Math.min(w - 1.001, Math.max(0, (x + 0.5) / q - 0.5)),
          fy = Math.min(h - 1.001, Math.max(0, (y + 0.5) / q - 0.5)),
          x0 = fx | 0,
          y0 = fy | 0,
          u = fx - x0,
          v = fy - y0,
          a = (y0 * w + x0) * 3,
          b = a + w * 3;
        for (let c = 0; c < 3; c++)
          out[i * 3 + c] +=
            (soft[a + c] * (1 - u) + soft[a + 3 + c] * u) * (1 - v) + (soft[b + c] * (1 - u) + soft[b + 3 + c] * u) * v;
      }
  }
};

/** Three box passes, close enough to a Gaussian. */
export const blur = (src, w, h, radius) => {
  const a = Float32Array.from(src),
    b = new Float32Array(src.length);
  const r = Math.max(1, Math.round(radius)),
    n = 2 * r + 1;
  const pass = (from, to, count, length, step, stride) => {
    for (let i = 0; i < count; i++)
      for (let c = 0; c < 3; c++) {
        const base = i * stride + c;
        let s = 0;
        for (let k = -r; k <= r; k++) s += from[base + Math.min(length - 1, Math.max(0, k)) * step];
        for (let k = 0; k < length; k++) {
          to[base + k * step] = s / n;
          s += from[base + Math.min(length - 1, k + r + 1) * step] - from[base + Math.max(0, k - r) * step];
        }
      }
  };
  for (let k = 0; k < 3; k++) {
    pass(a, b, h, w, 3, w * 3);
    pass(b, a, w, h, w * 3, 3);
  }
  return a;
};

// --- film --------------------------------------------------------------------------------------
/** Bloom, bokeh, flames, the dark wing in the foreground, the two-colour print and the grain. Gives 8-bit RGB. */
export const develop = ({ light, near }, width, height, look) => {
  const px = width * height,
    hot = new Float32Array(light.length),
    u = Math.max(width, height);
  for (const k of look.bokeh ?? []) {
    const cx = k.at[0] * width,
      cy = k.at[1] * height,
      r = k.r * u;
    for (let y = Math.max(0, Math.floor(cy - r - 2)); y < Math.min(height, cy + r + 2); y++)
      for (let x = Math.max(0, Math.floor(cx - r - 2)); x < Math.min(width, cx + r + 2); x++) {
        const d = flat(x - cx, y - cy) / r,
          e = smooth(1.04, 0.92, d) * (0.62 + 0.5 * smooth(0.6, 0.98, d)) * k.k;
        if (e <= 0 || (near[y * width + x] && !k.front)) continue;
        const i = (y * width + x) * 3;
        for (let c = 0; c < 3; c++) light[i + c] += k.color[c] * e;
      }
  }
  if (look.flame) {
    const f = look.flame;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const X = (x / width - f.at[0]) / f.w,
          Y = (f.at[1] - y / height) / f.h;
        if (Y < -0.1 || Y > 1.3 || Math.abs(X) > 1.4) continue;
        const warp = (fbm(X * 2.2 + 5, Y * 2.4 - 3) - 0.47) * 1.7 * Y,
          n = fbm((X + warp) * 3.2, Y * 2.2 + 8),
          k =
            smooth(0, 0.65, (1 - Math.abs(X + warp) * (0.9 + Y * 1.1)) * (1.15 - Y) - 0.62 + n * 0.62) *
            smooth(-0.1, 0.06, Y),
          i = (y * width + x) * 3;
        light[i] += 2.6 * k;
        light[i + 1] += 1.15 * k * k * (1.25 - Y * 0.6);
        light[i + 2] += 0.3 * k * k * k;
      }
  }
  for (let i = 0; i < light.length; i++) hot[i] = Math.max(0, Math.min(light[i], 6) - 0.35);
  const glow = blur(hot, width, height, u * 0.012),
    wide = blur(hot, width, height, u * 0.05),
    bloom = look.bloom ?? 1,
    out = Buffer.alloc(px * 3),
    [lo, mid, hi] = look.print,
    dose = look.dose ?? 0.55,
    expo = look.exposure ?? 1;
  const grain = new Float32Array(px * 3);
  for (let i = 0; i < px; i++) {
    const g = hash(i % width, (i / width) | 0) + hash((i % width) + 0.37, ((i / width) | 0) + 7.7) - 1;
    grain[i * 3] = grain[i * 3 + 1] = grain[i * 3 + 2] = g;
  }
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const nx = x / width,
        ny = y / height,
        vig = 1 - (look.vignette ?? 0.5) * smooth(0.35, 0.95, flat((nx - 0.5) * 1.05, (ny - 0.47) * 1.05));
      let k = vig * expo;
      for (const w of look.wings ?? []) {
        const e = w.at + (w.slope ?? 0) * ny + 0.02 * Math.sin(ny * 5 + w.at * 9),
          q = w.side === 'left' ? smooth(e + w.soft, e - w.soft, nx) : smooth(e - w.soft, e + w.soft, nx);
        k *= 1 - q * (w.k ?? 0.97);
      }
      const c = [0, 0, 0];
      for (let j = 0; j < 3; j++) {
        const v = (light[i * 3 + j] + (glow[i * 3 + j] * 0.55 + wide[i * 3 + j] * 0.5) * bloom) * k;
        c[j] = clamp01((v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14));
        c[j] = Math.pow(c[j], 1 / 2.05);
        c[j] += (c[j] * c[j] * (3 - 2 * c[j]) - c[j]) * (look.contrast ?? 0.75);
      }
      const L = c[0] * 0.3 + c[1] * 0.55 + c[2] * 0.15,
        g = grain[i * 3] * (look.grain ?? 9) * (0.35 + Math.sqrt(L) * (1.2 - L));
      for (let j = 0; j < 3; j++) {
        const t = L < 0.5 ? lo[j] + (mid[j] - lo[j]) * (L / 0.5) : mid[j] + (hi[j] - mid[j]) * ((L - 0.5) / 0.5);
        out[i * 3 + j] = Math.max(
          0,
          Math.min(255, c[j] * 255 * (1 - dose) + t * dose + lo[j] * (1 - dose) * (1 - L) * 0.5 + g),
        );
      }
    }
  return out;
};
