// What the page says, in English and Chinese. `{x}` stands for a value, `{x|one|many}` chooses by a number.

const WORDS = {
  en: {
    skip: "Skip to the report", views: "Views", print: "Print", keys: "Keys", close: "Close", reading: "Reading {percent} %",
    themeAuto: "Auto", themeLight: "Light", themeDark: "Dark", theme: "Colours: {theme}",
    viewDiagnosis: "Diagnosis", viewConnections: "Connections", viewConnection: "Seams", viewMessages: "Messages", viewClients: "Clients", viewHistograms: "Histograms",
    findings: "Findings", severity: "Severity", all: "All", error: "Errors", warning: "Warnings", note: "Notes", errorOne: "Error", warningOne: "Warning", noteOne: "Note",
    noFindings: "Nothing was found that would need attention.", more: "Show {n} more",
    connections: "Connections", connectionOne: "Connection {n}", packetOne: "packet {n}", filter: "Filter", filterConnections: "Address, port, codec or number", count: "{n} of {all}",
    number: "No.", endpoints: "Client → server", codec: "Codec", bytes: "Bytes", duration: "Duration", verdicts: "Verdicts", strip: "Stream", marks: "Findings",
    previousConnection: "Previous connection", nextConnection: "Next connection", picture: "Seam view", axis: "To the right", axisBytes: "Bytes", axisTime: "Time",
    zoom: "Zoom", zoomIn: "Zoom in", zoomOut: "Zoom out", zoomFit: "Fit", previousSeam: "‹ Seam", nextSeam: "Seam ›", lanes: "Lanes", lens: "Show",
    laneReads: "reads", laneLayers: "layers", laneClients: "clients", laneRead: "reads of {reader}", laneSegments: "segments", laneMessages: "messages", laneAgain: "sent again", laneClient: "client {client}",
    messages: "Messages", filterMessages: "Text, packet or number", verdict: "Verdict", direction: "Direction", layer: "Layer", both: "Both directions", anyVerdict: "All", withSeams: "With seams",
    index: "Index", range: "Range", size: "Size", packets: "Packets", summary: "Summary", from: "From",
    details: "Details", noDetails: "Choose a message in the picture or in the list.", fields: "Fields", seams: "Seams", content: "Bytes", time: "Time", took: "Took", started: "first piece {time} before", place: "Place in the stream", length: "Length",
    copy: "Copy", copied: "Copied", showMore: "Show {n} more bytes", noBytes: "The report does not hold these bytes.", missing: "{n} bytes are not in the capture.", contextNote: "Faint: the neighbours in the same segments.",
    clients: "What clients would have got", clientsNote: "Clients that do not decode a stream get messages wrong in ways of their own. A client is modelled on a reader that is always in time; in reality it is often luckier in a test than in production.",
    client: "Client", right: "right", merged: "merged", torn: "torn", lost: "lost", firstWrong: "First wrong", noClients: "No codec was found, so nothing can be said of clients.", showMessage: "message {index}, {outcome}", sideSent: "{side} sent",
    naive: "takes each read for a message", "max-buffer": "takes a read that does not fill its buffer for the end of a message", "buffer-limit": "gives up when more bytes wait", "drop-rest": "forgets what stands behind the first message of a read", "one-json": "parses each read as one JSON text", stompkit: "ends a frame at the first NUL", "u8-length": "counts its place in a UInt8",
    histograms: "Histograms", perSegment: "Messages that begin in a segment", perMessage: "Segments a message came in", sizes: "Message sizes in bytes", stalls: "Waits for an ACK within a message", noStalls: "No message waited for an ACK between its pieces.", cases: "{n|case|cases}",
    sideClient: "client", sideServer: "server", sent: "{side} sent {messages} {messages|message|messages} in {segments} {segments|segment|segments}", sentRaw: "{side} sent {bytes} bytes in {segments} {segments|segment|segments}",
    oneMessage: "1 message", nothingSent: "{side} sent nothing",
    headFine: "{n|The one message|All {n} messages} arrived whole: one segment, one message.", headNone: "{n} {n|connection|connections}, and no message that a codec would know.", headNoData: "No TCP connection carried data.",
    headSome: "{bad} of {n} messages did not travel alone.", headAll: "None of {n} messages travelled alone.", headOne: "The one message did not travel alone.",
    leadCoalesced: "{n} {n|shares|share} a segment with others (sticky, 粘包)", leadSplit: "{n} came in pieces (torn, 拆包)", leadBoth: "{n} {n|is|are} both", leadInner: "In layer {layer}, {codec}, {bad} of {n} {n|message|messages} did not travel alone.", leadNaive: "A client that takes each read for a message gets {right} of {n} right.",
    tileMessages: "messages", tileSegments: "segments", tileConnections: "connections", tilePackets: "packets", tileMissing: "bytes missing",
    joins: "joins", cuts: "cuts", join: "join", cut: "cut", joinNote: "join: a message ends inside a segment", cutNote: "cut: a segment ends inside a message", legendGo: "{cause}: {n} {n|seam|seams}; go to the next one",
    gapNote: "not captured", againNote: "sent again", lateNote: "late or marked", segmentTitle: "Segment in packet {packet}", readTitle: "Read {read}", readUncertain: "the moment decided what it returned", gapTitle: "{n} bytes are not in the capture", unitOf: "{kind} {index}", labels: "Labels", arrival: "Arrival", holds: "{n} {n|unit|units}",
    atOffset: "at byte {offset}, packet {packet}", wait: "waited {time}", violation: "Rule broken", capturePoint: "captured at the {side}’s end ({percent} % sure)", opened: "opened", "closed/open": "open when the capture ended", "closed/client-fin": "closed by the client", "closed/server-fin": "closed by the server", "closed/client-reset": "reset by the client", "closed/server-reset": "reset by the server", "closed/timeout": "silent for longer than --idle-timeout", onPaper: "Rows {from} to {to} of {n}.", recognised: "codec found by: {reason}",
    pictureLabel: "Seam view of what the {side} sent. Arrow keys go from message to message, Shift with arrows moves the view, plus and minus zoom, 0 fits, up and down change the direction, Enter shows details.",
    spoken: "{kind} {index}, {verdict}, bytes {start} to {end}, packets {packets}", made: "Made by seam {version}. This page is one file: it loads nothing and sends nothing.", leftOut: "{n} rows are left out of this page; its tables and counts of connections are of the whole capture. -s chooses connections, --max-rows holds more.", madeServed: "Made by seam {version}, which serves this page on this machine until it is ended; nothing leaves it.", serverGone: "The server of this page has ended; start seam report --serve again.", fetching: "Fetching connection {n}", bytesLeftOut: "Bytes of long streams are left out beyond a limit (--max-bytes).",
    keyMessage: "previous, next message", keySeam: "previous, next seam", keyConnection: "previous, next connection", keyZoom: "zoom in, out, fit", keyPan: "move the view", keyAxis: "bytes or time to the right", keyLanes: "reads, layers, clients", keyFilter: "filter messages", keyViews: "go to a view", keyHelp: "this help", keyDetails: "from the picture to the details",
    "verdict/whole": "whole", "verdict/coalesced": "coalesced", "verdict/split": "split", "verdict/both": "split + coalesced", "verdict/other": "no message",
    "kind/message": "message", "kind/heartbeat": "heart-beat", "kind/undecoded": "undecoded", "kind/gap": "gap", "kind/leftover": "left over",
  },
  zh: {
    skip: "跳到报告", views: "视图", print: "打印", keys: "按键", close: "关闭", reading: "读取中 {percent} %",
    themeAuto: "自动", themeLight: "浅色", themeDark: "深色", theme: "颜色：{theme}",
    viewDiagnosis: "诊断", viewConnections: "连接", viewConnection: "接缝", viewMessages: "消息", viewClients: "客户端", viewHistograms: "直方图",
    findings: "发现", severity: "严重程度", all: "全部", error: "错误", warning: "警告", note: "提示", errorOne: "错误", warningOne: "警告", noteOne: "提示",
    noFindings: "没有发现需要处理的问题。", more: "再显示 {n} 项",
    connections: "连接", connectionOne: "连接 {n}", packetOne: "包 {n}", filter: "筛选", filterConnections: "地址、端口、编解码或编号", count: "{n} / {all}",
    number: "编号", endpoints: "客户端 → 服务器", codec: "编解码", bytes: "字节", duration: "时长", verdicts: "判定", strip: "字节流", marks: "发现",
    previousConnection: "上一个连接", nextConnection: "下一个连接", picture: "接缝图", axis: "横轴", axisBytes: "字节", axisTime: "时间",
    zoom: "缩放", zoomIn: "放大", zoomOut: "缩小", zoomFit: "全部", previousSeam: "‹ 接缝", nextSeam: "接缝 ›", lanes: "行", lens: "显示",
    laneReads: "读取", laneLayers: "各层", laneClients: "客户端", laneRead: "{reader} 的读取", laneSegments: "报文段", laneMessages: "消息", laneAgain: "重传", laneClient: "客户端 {client}",
    messages: "消息", filterMessages: "文本、包号或编号", verdict: "判定", direction: "方向", layer: "层", both: "两个方向", anyVerdict: "全部", withSeams: "有接缝的",
    index: "编号", range: "范围", size: "大小", packets: "包", summary: "摘要", from: "来自",
    details: "详情", noDetails: "请在图或列表中选择一条消息。", fields: "字段", seams: "接缝", content: "字节", time: "时间", took: "用时", started: "首段早 {time}", place: "流中位置", length: "长度",
    copy: "复制", copied: "已复制", showMore: "再显示 {n} 字节", noBytes: "报告不含这些字节。", missing: "有 {n} 字节未被抓到。", contextNote: "浅色：同一报文段里的相邻内容。",
    clients: "各种客户端会收到什么", clientsNote: "不按字节流解码的客户端各有各的错法。这里假设读取总是及时；测试时往往比线上幸运。",
    client: "客户端", right: "正确", merged: "粘连", torn: "残缺", lost: "丢失", firstWrong: "首个错误", noClients: "没有识别出编解码，无法判断客户端。", showMessage: "消息 {index}，{outcome}", sideSent: "{side}发送",
    naive: "把每次读取当作一条消息", "max-buffer": "读取没有填满缓冲区就当作消息结束", "buffer-limit": "等待的字节过多就放弃", "drop-rest": "丢掉一次读取中第一条消息之后的内容", "one-json": "把每次读取当作一个 JSON 解析", stompkit: "遇到第一个 NUL 就结束帧", "u8-length": "用 UInt8 记位置",
    histograms: "直方图", perSegment: "每个报文段里开始的消息数", perMessage: "每条消息用了几个报文段", sizes: "消息大小（字节）", stalls: "一条消息中途等待 ACK 的时间", noStalls: "没有消息在中途等待 ACK。", cases: "次",
    sideClient: "客户端", sideServer: "服务器", sent: "{side}用 {segments} 个报文段发送了 {messages} 条消息", sentRaw: "{side}用 {segments} 个报文段发送了 {bytes} 字节",
    oneMessage: "1 条消息", nothingSent: "{side}没有发送数据",
    headFine: "{n} 条消息全部完整到达：一段一条。", headNone: "{n} 个连接，没有能识别的消息。", headNoData: "没有带数据的 TCP 连接。",
    headSome: "{n} 条消息中有 {bad} 条没有单独到达。", headAll: "{n} 条消息没有一条单独到达。", headOne: "唯一的消息没有单独到达。",
    leadCoalesced: "{n} 条与别的消息粘在同一报文段（粘包）", leadSplit: "{n} 条被拆开（拆包、半包）", leadBoth: "{n} 条两者皆有", leadInner: "第 {layer} 层（{codec}）的 {n} 条消息中有 {bad} 条没有单独到达。", leadNaive: "把每次读取当作一条消息的客户端，{n} 条中只能读对 {right} 条。",
    tileMessages: "消息", tileSegments: "报文段", tileConnections: "连接", tilePackets: "包", tileMissing: "缺失字节",
    joins: "粘接", cuts: "切断", join: "粘接", cut: "切断", joinNote: "粘接：消息在报文段内部结束", cutNote: "切断：报文段在消息内部结束", legendGo: "{cause}：{n} 处接缝，跳到下一处",
    gapNote: "未抓到", againNote: "重传", lateNote: "迟到或有标记", segmentTitle: "包 {packet} 中的报文段", readTitle: "第 {read} 次读取", readUncertain: "返回内容取决于时机", gapTitle: "有 {n} 字节未被抓到", unitOf: "{kind} {index}", labels: "标记", arrival: "到达", holds: "{n} 个单元",
    atOffset: "位于第 {offset} 字节，包 {packet}", wait: "等待 {time}", violation: "违反规则", capturePoint: "在{side}一端抓包（{percent} % 把握）", opened: "打开", "closed/open": "抓包结束时仍未关闭", "closed/client-fin": "由客户端关闭", "closed/server-fin": "由服务器关闭", "closed/client-reset": "被客户端重置", "closed/server-reset": "被服务器重置", "closed/timeout": "静默超过 --idle-timeout", onPaper: "第 {from} 至 {to} 行，共 {n} 行。", recognised: "编解码依据：{reason}",
    pictureLabel: "{side}所发内容的接缝图。左右键逐条移动，Shift 加左右键平移，加减键缩放，0 看全部，上下键换方向，回车看详情。",
    spoken: "{kind} {index}，{verdict}，字节 {start} 到 {end}，包 {packets}", made: "由 seam {version} 生成。本页是单个文件：不加载、不发送任何内容。", leftOut: "有 {n} 行未放进本页；连接表和计数仍是整个抓包的。可用 -s 选择连接，或用 --max-rows 放宽。", madeServed: "由 seam {version} 生成，并由本机的 seam 提供，直到它结束；任何内容都不会离开本机。", serverGone: "本页的服务已结束；请重新运行 seam report --serve。", fetching: "正在读取连接 {n}", bytesLeftOut: "长流的字节超出上限的部分未放入（--max-bytes）。",
    keyMessage: "上一条、下一条消息", keySeam: "上一处、下一处接缝", keyConnection: "上一个、下一个连接", keyZoom: "放大、缩小、全部", keyPan: "平移", keyAxis: "横轴用字节或时间", keyLanes: "读取、各层、客户端", keyFilter: "筛选消息", keyViews: "跳到视图", keyHelp: "本帮助", keyDetails: "从图到详情",
    "verdict/whole": "完整", "verdict/coalesced": "粘包", "verdict/split": "拆包", "verdict/both": "拆包 + 粘包", "verdict/other": "非消息",
    "kind/message": "消息", "kind/heartbeat": "心跳", "kind/undecoded": "未解码", "kind/gap": "缺口", "kind/leftover": "剩余",
  },
};

/** Titles and advice in Chinese for what `seam explain` says in English. */
const EXPLAINED = {
  "cause/unknown": ["原因不明", "证据不足以判断。"],
  "cause/offload": ["抓包点的合并（offload）", "抓到的是 TSO/GSO/GRO 合并后的大段，线路上并不存在。"],
  "cause/retransmit": ["重传改变了边界", "重传的报文段与首次发送的切法不同。"],
  "cause/nagle": ["Nagle 算法", "有一个小段未被确认，后面的小消息等到它的 ACK 后一起发出。"],
  "cause/congestion": ["网络暂时发不动", "拥塞窗口已满，新的 ACK 到了才发出。"],
  "cause/window": ["接收方暂时收不下", "接收窗口刚刚还是满的或为零。"],
  "cause/backlog": ["发送队列里有积压", "发送队列里的数据超过一个报文段。"],
  "cause/batch": ["程序一次写出多条", "没有什么阻止发送：程序（或其缓冲区）把消息写在了一起。"],
  "cause/read": ["读取慢", "报文段是分开到达的，读取的一方慢了。"],
  "cause/mss": ["超过一个报文段", "切断之前的一段是满的：消息比 MSS 长。"],
  "cause/write": ["程序分几次写", "程序把一条消息分几次写出。"],
  "cause/gap": ["抓包缺失", "这些字节不在抓包里。"],
  "verdict/whole": ["完整", "一条消息恰好是一个报文段。"],
  "verdict/coalesced": ["粘包", "同一报文段里还有别的消息。"],
  "verdict/split": ["拆包", "消息由两个或更多报文段带来。"],
  "verdict/split+coalesced": ["拆包且粘包", "消息既被拆开，又与别的消息共用报文段。"],
  "finding/length-overflow": ["内容长度超过长度字段能表示的范围", "两端加宽长度字段，或让编码器拒绝放不下的内容"],
  "finding/length-byte-order": ["长度的字节序相反", "用 htonl 或明确的大端写法；若全都如此，用 order=little"],
  "finding/length-counts-characters": ["长度数的是字符而不是字节", "先编码，再数字节"],
  "finding/length-is-text": ["长度处是文本或别的协议", "检查端口和编解码（-c）；看看它前面的字节"],
  "finding/missing-nul": ["STOMP 帧缺少结尾的 NUL", "每一帧后都加 NUL，有 content-length 时也要加"],
  "finding/frame-over-limit": ["帧超过接收方的上限", "在接收方放宽上限（max=），或分段发送"],
  "finding/protocol-violation": ["字节违反了协议规则", "修正发送方；seam messages -v 会显示前后的字节"],
  "finding/desynchronised": ["解码器失去了消息边界", "修正它前面的内容；若从第一个字节起就如此，换一个编解码（-c）"],
  "finding/unterminated-at-close": ["流在消息中间结束（半包）", "整条消息之后再关闭；接收方应报告缓冲区里剩下的内容"],
  "finding/delimiter-in-content": ["分隔符可能是内容的一部分", "在内容里转义分隔符，或改用长度"],
  "finding/limit-by-coalescing": ["粘在一起的帧合起来超限（粘包）", "拿上限和一帧比，不要和缓冲区比"],
  "finding/half-message-at-reconnect": ["重连前留下半条消息", "每次新连接都清空解码缓冲区"],
  "finding/encrypted": ["内容已加密", "在加密之前抓包，或测试时关掉加密"],
  "finding/heartbeat-glued": ["心跳与消息粘在一起（粘包）", "按分帧解码而不是按读取；任意两条消息之间都要能接受心跳"],
  "finding/write-write-read": ["写、写、读：头和体等待延迟 ACK", "一次写出头和体（writev），或设置 TCP_NODELAY"],
  "finding/split-write": ["消息分几次写出（拆包）", "一条消息一次写出；接收方收齐再处理"],
  "finding/partial-write": ["消息中间有停顿", "加大 SO_SNDBUF；套接字可写就接着写；接收方必须等其余部分"],
  "finding/nagle-wait": ["Nagle 算法扣住了小消息（粘包）", "在意延迟就设置 TCP_NODELAY；接收方无论如何都要按分帧切分"],
  "finding/zero-window": ["接收方有一段时间不收（零窗口）", "早点读：读线程上不要做耗时的事；加大 SO_RCVBUF 只是掩盖"],
  "finding/receive-window": ["发送方填满了接收窗口", "需要更高吞吐时，加大接收方的 SO_RCVBUF"],
  "finding/server-fin": ["服务器先关闭", "稍等再重连；若在静默之后关闭，心跳应更频繁"],
  "finding/client-reset": ["客户端重置了连接", "先读完，再 shutdown、close；查一查那时有没有崩溃"],
  "finding/server-reset": ["服务器重置了连接", "先读完，再 shutdown、close；查一查那时有没有崩溃"],
  "finding/write-after-close": ["向已关闭的一方写数据", "读到 0 字节就是结束：停止写，在新连接上重发"],
  "finding/connection-refused": ["服务器拒绝连接", "检查地址、端口和服务器是否在运行"],
  "finding/connect-unanswered": ["服务器没有应答", "检查网络路径；客户端每次应等得更久"],
  "finding/network-cut": ["网络中断，或一端无声消失", "在新连接上重发未确认的内容；心跳和 TCP_USER_TIMEOUT 能更早发现"],
  "finding/keep-alive": ["TCP keep-alive", ""],
  "finding/heartbeat-timeout": ["心跳停止，对端关闭", "看看静默的一方那时在做什么；心跳用自己的定时器发"],
  "finding/heartbeat-late": ["心跳迟到或缺失", "接收方容忍两倍周期；查查发送方忙什么"],
  "finding/reconnect": ["客户端重新连接", "每次等得更久；确认消息，不丢不重"],
  "finding/capture-offload": ["线路上并不存在的大段（offload）", "用 ethtool -K IFACE tso off gso off gro off lro off 再抓，或在别的机器上抓"],
  "finding/capture-snap-length": ["包被截短（snap length）", "用 snap length 0 抓（tcpdump -s 0）"],
  "finding/capture-gaps": ["抓包丢了包", "加过滤、加大缓冲（tcpdump -B）、写快盘；看它的丢包计数"],
  "finding/capture-midstream": ["连接已在进行时才开始抓包", "在客户端连接之前开始抓"],
  "finding/capture-one-sided": ["只抓到一个方向", "在两个方向都经过的地方抓（镜像端口两向，或 -i any）"],
  "finding/capture-synthetic": ["像是构造的而不是录制的抓包", "只看判定，或录真实流量"],
};

/** What the members of a finding's evidence are called in Chinese; times are in seconds. */
const EVIDENCE = {
  count: "次数", declared: "声明的长度", likely: "可能的长度", lost_from: "从此处失去边界", bytes: "字节", bytes_hex: "字节（十六进制）", expected: "应为", limit: "上限",
  total: "合计（秒）", longest: "最长（秒）", period: "周期（秒）", jitter: "抖动（秒）", missed: "缺少", answered: "已应答", silence: "静默（秒）", delay: "延迟（秒）",
  attempt: "第几次", failed: "失败", stream: "连接", lost: "丢失",
};

let language = "en";

/** A text of the page in its language, with values put in. */
function say(key, values = {}) {
  const text = WORDS[language][key] ?? WORDS.en[key] ?? key;
  return fill(text, values);
}

function fill(text, values) {
  const number = (value) => (typeof value === "number" ? count(value) : value);
  return text
    .replace(/\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g, (_, name, one, many) => (values[name] === 1 ? one : many))
    .replace(/\{(\w+)\}/g, (_, name) => number(values[name] ?? ""));
}

/** What `seam explain` says of an id, in the page's language where there is a translation. */
function explained(group, id) {
  const english = app.model?.words.get(`${group}/${id}`) ?? { title: id, meaning: "", advice: "" };
  const chinese = language === "zh" ? EXPLAINED[`${group}/${id}`] : undefined;
  if (!chinese) return english;
  return group === "finding" ? { title: chinese[0], meaning: "", advice: chinese[1] } : { title: chinese[0], meaning: chinese[1], advice: "" };
}

const sideName = (side) => say(side === "client" ? "sideClient" : "sideServer");
const NUMBERS = { en: new Intl.NumberFormat("en-US"), zh: new Intl.NumberFormat("zh-CN") };
const count = (value) => NUMBERS[language].format(value);

/** A size in bytes, short. */
function size(bytes) {
  if (bytes < 10_000) return `${count(bytes)} B`;
  if (bytes < 10_000_000) return `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`;
  return bytes < 1e10 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A span of time, given in seconds. */
function span(seconds) {
  const value = Math.abs(seconds);
  if (!(value >= 0)) return "–";
  if (value === 0) return "0 s";
  if (value < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (value < 1) return `${(seconds * 1000).toFixed(value < 0.01 ? 2 : 1)} ms`;
  if (value < 120) return `${seconds.toFixed(3)} s`;
  return value < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Puts the page's own texts into its language. */
function translatePage() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-say-label]")) element.setAttribute("aria-label", say(element.dataset.sayLabel));
  for (const element of document.querySelectorAll("[data-say-placeholder]")) element.placeholder = say(element.dataset.sayPlaceholder);
  byId("language").textContent = language === "zh" ? "English" : "简体中文";
  byId("language").lang = language === "zh" ? "en" : "zh-CN";
}
