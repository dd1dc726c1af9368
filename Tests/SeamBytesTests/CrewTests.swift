import SeamBytes
import Synchronization
import Testing

@Suite struct CrewTests {
    @Test(
        "each part of each job is done once before the job is finished, however many help",
        arguments: [0, 1, 3]
    )
    func parts(_ helpers: Int) {
        let done = Mutex([Int](repeating: 0, count: 5))
        var crew = Crew(helpers: helpers)
        for job in 1...500 {
            crew.start(5) { part in done.withLock { $0[part] += 1 } }
            crew.finish()
            #expect(done.withLock { $0 } == [job, job, job, job, job])
        }
    }

    @Test("a job without parts is finished at once")
    func nothing() {
        var crew = Crew(helpers: 1)
        crew.start(0) { _ in Issue.record("there is no part") }
        crew.finish()
    }
}
