import Foundation

/// The objects that a command prints.
func objects(_ arguments: [String]) throws -> [[String: Any]] {
    try parse(Spawn.seam(arguments).output)
}

/// The objects of JSON Lines; throws for a line that is none.
func parse(_ lines: String) throws -> [[String: Any]] {
    try lines.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let members = object as? [String: Any] else { throw Failure(code: 0) }
        return members
    }
}

extension [String: Any] {
    func word(_ name: String) -> String { self[name] as? String ?? "missing" }
    func number(_ name: String) -> Int { self[name] as? Int ?? -1 }
    func numbers(_ name: String) -> [Int] { self[name] as? [Int] ?? [-1] }
    func object(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
}
