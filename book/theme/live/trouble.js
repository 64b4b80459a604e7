/** What went wrong, in a sentence, and what to do next. */
export class Trouble extends Error {
    constructor(happened, next = '', status = 0) {
        super(happened);
        this.next = next;
        this.status = status;
    }
}
