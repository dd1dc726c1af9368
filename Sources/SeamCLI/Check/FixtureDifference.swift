import Seam
import SeamReport

/// The first line in which a fixture differs from its expectation, and the bytes around it.
struct FixtureDifference {
    /// The difference as indented lines.
    let text: String

    /// Compares; nil when nothing differs.
    init?(_ fixture: Fixture) throws(CommandError) {
        let (header, expected) = try fixture.expected()
        let capture = try CaptureDifference(fixture, header)
        let printed: [[UInt8]]
        do throws(CommandError) {
            printed = try fixture.printed(header)
        } catch {
            // A capture that cannot be read any more is one that has changed, if that is known.
            guard let capture else { throw error }
            text = "  \(error.message)\n" + capture.text
            return
        }
        if printed != expected {
            text = try Self.unit(fixture, header, expected, printed) + (capture?.text ?? "")
        } else if let capture {
            var text = capture.text
            if let (half, offset) = capture.place {
                text += try BytesAround(fixture, header, half, offset).text
            }
            self.text = text
        } else {
            return nil
        }
    }

    /// The first line that differs, as indented lines.
    private static func unit(
        _ fixture: Fixture,
        _ header: FixtureOptions,
        _ expected: [[UInt8]],
        _ printed: [[UInt8]]
    ) throws(CommandError) -> String {
        let place =
            zip(expected, printed).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(expected.count, printed.count)
        let wanted = place < expected.count ? JSONValue(expected[place]) : nil
        let got = place < printed.count ? JSONValue(printed[place]) : nil
        let gotUnit = got.flatMap { ExpectedUnit($0) }
        let wantedUnit = wanted.flatMap { ExpectedUnit($0) }
        var text = "  line \(place + 2) of \(expected.count + 1)"
        if let unit = gotUnit ?? wantedUnit { text += ": unit \(unit.index) of the \(unit.key)" }
        text += expected.count == printed.count ? "\n" : "; \(printed.count + 1) lines are printed\n"
        text += members(wanted, got)
        text += "  expected  \(line(expected, place))\n  got       \(line(printed, place))\n"
        if let unit = gotUnit ?? wantedUnit {
            let border = border(wantedUnit, gotUnit)
            text += try BytesAround(fixture, header, unit.key, border ?? unit.range.start).text
        }
        return text
    }

    /// Where the two units part: the first border that differs, or the start.
    private static func border(_ wanted: ExpectedUnit?, _ got: ExpectedUnit?) -> Int? {
        guard let wanted, let got, wanted.key == got.key else { return nil }
        if wanted.range.start != got.range.start { return min(wanted.range.start, got.range.start) }
        return wanted.range.end != got.range.end ? min(wanted.range.end, got.range.end) : wanted.range.start
    }

    private static func line(_ lines: [[UInt8]], _ place: Int) -> String {
        place < lines.count ? String(decoding: lines[place], as: UTF8.self) : "no more units"
    }

    /// A line for each member that differs.
    private static func members(_ wanted: JSONValue?, _ got: JSONValue?) -> String {
        guard case .object(let first)? = wanted, case .object(let second)? = got else { return "" }
        let names =
            first.map(\.name) + second.map(\.name).filter { name in !first.contains { $0.name == name } }
        var text = ""
        for name in names where wanted?[name] != got?[name] {
            let pad = String(repeating: " ", count: max(1, 10 - name.count))
            let sides = (wanted?[name]?.description ?? "nothing", got?[name]?.description ?? "nothing")
            text += "    \(name)\(pad)expected \(sides.0), got \(sides.1)\n"
        }
        return text
    }
}
