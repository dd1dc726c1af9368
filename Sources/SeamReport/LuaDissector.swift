import SeamBytes
public import SeamCodecs

/// A dissector in Lua for Wireshark, so that it shows the messages that a framing has without seam.
///
/// Wireshark puts the segments together (`dissect_tcp_pdus`, or `desegment_len` where the end must be searched).
public struct LuaDissector: Sendable {
    /// How a message's length is found: Lua that is a function body over `tvb`, `at`, and what is left from there.
    private let length: String
    private let name: String
    private let spec: CodecSpec
    private let port: UInt16?

    /// A dissector for one of `delimiter`, `line`, `fixed`, `varint`, `length` and `tlc`, on a port or to be chosen
    /// with Decode As; throws for other codecs, for stacks, and for what is wrong with the spec.
    public init(_ spec: CodecSpec, port: UInt16?) throws(SpecError) {
        // The codec itself judges the spec first.
        _ = try CodecRegistry.factory(spec)
        guard let layer = spec.layers.first, spec.layers.count == 1 else {
            throw SpecError("\(spec): a dissector is written for one layer")
        }
        var parameters = SpecParameters(layer)
        self.spec = spec
        self.port = port
        name = layer.name
        switch layer.name {
        case "delimiter": length = Self.search(try parameters.byteStrings() ?? [[0xff]])
        case "line": length = Self.search([[0x0a]])
        case "fixed": length = "    return \(try parameters.integer("size", in: 1...Int.max, default: 1))\n"
        case "varint": length = Self.field(try LengthField(.varint))
        case "length": length = Self.field(try LengthField(&parameters))
        case "tlc": length = Self.field(try TLCFormat(&parameters).lengthField)
        default:
            throw SpecError(
                "\(layer.name): a dissector is written for delimiter, line, fixed, varint, length and tlc; "
                    + "Wireshark may know this protocol itself"
            )
        }
    }

    /// The script.
    public var text: String {
        """
        -- A dissector for messages framed as \(spec), written by seam annotate --lua.
        -- Put it into Wireshark's Personal Lua Plugins; tshark takes it with -X lua_script:FILE.
        local seam = Proto("seam", "seam: \(Self.quoted("\(spec)"))")
        local field_index = ProtoField.uint32("seam.index", "Message in this packet")
        local field_length = ProtoField.uint32("seam.length", "Length")
        local field_data = ProtoField.bytes("seam.data", "Message")
        seam.fields = { field_index, field_length, field_data }

        -- The length of the message at `at`; nil when more bytes must come first, 0 or less when it cannot be.
        local function message_length(tvb, at)
            local left = tvb:len() - at
        \(length)end

        function seam.dissector(tvb, pinfo, tree)
            local at, index = 0, 0
            pinfo.cols.protocol = "seam"
            while at < tvb:len() do
                local length = message_length(tvb, at)
                if length ~= nil and length <= 0 then
                    tree:add(seam, tvb(at), "seam: a length that cannot be; the rest is not decoded")
                    return
                end
                if length == nil or length > tvb:len() - at then
                    pinfo.desegment_offset = at
                    pinfo.desegment_len = length == nil and DESEGMENT_ONE_MORE_SEGMENT or at + length - tvb:len()
                    return
                end
                local range = tvb(at, length)
                local branch = tree:add(seam, range, "seam \(name) message, " .. length .. " bytes")
                branch:add(field_index, range, index)
                branch:add(field_length, range, length)
                branch:add(field_data, range)
                at, index = at + length, index + 1
            end
        end

        local ports = DissectorTable.get("tcp.port")
        \(port.map { "ports:add(\($0), seam)" } ?? "ports:add_for_decode_as(seam)")

        """
    }

    /// What a Lua string in double quotation marks can hold.
    private static func quoted(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "\\" || $1 == "\"" ? "\\\($1)" : String($1) }
    }

    /// Looks for the delimiter that comes first, of those that begin at the same place the longest.
    private static func search(_ delimiters: [[UInt8]]) -> String {
        let list = delimiters.map { bytes in
            "\"" + bytes.map { "\\\(String($0).leftPadded(3))" }.joined() + "\""
        }.joined(separator: ", ")
        return """
                local text = tvb:raw(at, left)
                local first, length = nil, nil
                for _, delimiter in ipairs({ \(list) }) do
                    local place = text:find(delimiter, 1, true)
                    if place and (not first or place < first or place == first and place - 1 + #delimiter > length) then
                        first, length = place, place - 1 + #delimiter
                    end
                end
                return length

            """
    }

    /// Reads the number in a header.
    private static func field(_ field: LengthField) -> String {
        let behind = field.trailing
        var text = ""
        switch field.number {
        case .binary(let width, let order):
            let read =
                switch (width, order) {
                case (8, .big): "uint64():tonumber()"
                case (8, .little): "le_uint64():tonumber()"
                case (_, .big): "uint()"
                case (_, .little): "le_uint()"
                }
            text += "    local header = \(field.offset + width + behind)\n"
            text += "    if left < header then return nil end\n"
            text += "    local number = tvb(at + \(field.offset), \(width)):\(read)\n"
        case .digits(let count):
            text += "    local header = \(field.offset + count + behind)\n"
            text += "    if left < header then return nil end\n"
            text +=
                "    local number = tonumber((tvb:raw(at + \(field.offset), \(count)):gsub(\"%z\", \" \")))\n"
            text += "    if number == nil then return 0 end\n"
        case .until(let end):
            text += "    local text = tvb:raw(at, left)\n"
            text += "    local stop = text:find(string.char(\(end)), \(field.offset + 1), true)\n"
            text += "    if stop == nil then return nil end\n"
            text += "    local header = stop + \(behind)\n"
            text += "    local number = tonumber((text:sub(\(field.offset + 1), stop - 1)))\n"
            text += "    if number == nil then return 0 end\n"
        case .varint:
            text += """
                    local header, number, scale = \(field.offset), 0, 1
                    while true do
                        if left <= header then return nil end
                        local byte = tvb(at + header, 1):uint()
                        number, scale, header = number + byte % 128 * scale, scale * 128, header + 1
                        if byte < 128 then break end
                        if header >= \(field.offset + 5) then return 0 end
                    end
                    header = header + \(behind)

                """
        }
        let own = field.counts == .content ? "header + " : ""
        let adjust = field.adjustment == 0 ? "" : " + \(field.adjustment)"
        text += "    local length = \(own)number\(adjust)\n"
        text += "    if length < header or length > \(field.maximum) then return 0 end\n"
        return text + "    return length\n"
    }
}

extension String {
    fileprivate func leftPadded(_ width: Int) -> String {
        String(repeating: "0", count: max(0, width - utf8.count)) + self
    }
}
